// Requests of this page: to a server, or on a published page to the app in this browser; and waiting for that app.
import { delivery } from "./delivery.js";
import { readRecord } from "./local_storage.js";
import { failureNote } from "./failure.js";
import { isTooOld } from "./old_browser.js";
import { make, say } from "./page.js";

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

/** Wait until requests are answered; `hear` gets how much of the app is loaded. Where it cannot be had,
 * or cannot save what the visitor wants to change, a note says why, and this throws.
 * @type {(place: Element, hear: (loading: Loading) => void, edits?: boolean) => Promise<void>} */
export async function answering(place, hear, edits = false) {
  if (delivery.kind === "served") return;
  const reason = await lacking(place, hear, edits).catch(() => "app_not_loaded");
  if (!reason) return;
  place.append(failureNote(reason, isTooOld() ? null : undefined));
  throw new Error(say(reason));
}

/** @type {(place: Element, hear: (loading: Loading) => void, edits: boolean) => Promise<string>} */
async function lacking(place, hear, edits) {
  if (isTooOld()) return "app_old";
  const { covered, state, whileLoading } = await import("./offline.js");
  await covered;
  if (edits && !isSecureContext) return "app_no_https";
  if (edits && !navigator.serviceWorker?.controller) return "app_no_service"; // it shows the pictures of cards
  await whileLoading(hear);
  const answer = await state();
  if (!answer.ok) return "app_not_loaded";
  const { saves, damaged } = await answer.json();
  if (damaged.length) place.before(make("p", { class: "note warn", id: "app-damaged", role: "alert" }, say("app_damaged", { n: damaged.length, files: damaged.join(", ") })));
  return edits && !saves ? "app_no_storage" : "";
}
