// Requests of this page: to a server, or on a published page to the app in this browser.
import { delivery } from "./delivery.js";
import { readRecord } from "./local_storage.js";

const isServed = delivery.kind === "served";

/** Ask what a server makes, or the app. @type {(address: string, options?: RequestInit) => Promise<Response>} */
export const ask = async (address, options) => (isServed ? fetch(address, options) : (await import("./offline.js")).ask(address, options));

/** Post a record as JSON: every request that changes something, or asks with more than an address.
 * @type {(address: string, record: unknown) => Promise<Response>} */
export const postJson = (address, record) => ask(address, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(record) });

/** Wait until pictures of the app can be shown, too. */
export const listening = async () => (isServed ? undefined : (await import("./offline.js")).covered);

/** Return what can be done with folders on this computer; a server has its own. */
export const folders = async () => (isServed ? null : (await import("./offline.js")).folders());

/** The games that were made or changed in this browser, as their entries in the list of games. */
export const ownGames = (/** @type {string} */ lang) => readRecord("own-games")?.[lang] ?? [];

/** Whether a print or a simulation goes on. @type {(job: {state: string} | null) => boolean} */
export const isUnfinished = (job) => job !== null && ["waiting", "running"].includes(job.state);

/** Poll a job until it is finished, then return it.
 * @type {<Job extends {state: string} | null>(ask: () => Promise<Job>, progress: (job: Job) => void, ms: number) => Promise<Job>} */
export async function followJob(ask, progress, ms) {
  for (;;) {
    const job = await ask();
    if (!isUnfinished(job)) return job;
    progress(job);
    await new Promise((wait) => setTimeout(wait, ms));
  }
}
