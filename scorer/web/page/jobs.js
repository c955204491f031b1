// Background jobs of the server: prints, and games that are played out.

/** @type {(job: any) => boolean} */
export const isUnfinished = (job) => ["waiting", "running"].includes(job?.state);

/** Asks how far a job is until it is over, and gives it back then.
 * @type {(ask: () => Promise<any>, progress: (job: any) => void, ms: number) => Promise<any>} */
export async function followJob(ask, progress, ms) {
  for (;;) {
    const job = await ask();
    if (!isUnfinished(job)) return job;
    progress(job);
    await new Promise((wait) => setTimeout(wait, ms));
  }
}
