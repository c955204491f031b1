// Background jobs of the server: prints and simulated games.

/** @type {(job: any) => boolean} */
export const isUnfinished = (job) => ["waiting", "running"].includes(job?.state);

/** Poll a job until it is finished, then return it.
 * @type {(ask: () => Promise<any>, progress: (job: any) => void, ms: number) => Promise<any>} */
export async function followJob(ask, progress, ms) {
  for (;;) {
    const job = await ask();
    if (!isUnfinished(job)) return job;
    progress(job);
    await new Promise((wait) => setTimeout(wait, ms));
  }
}
