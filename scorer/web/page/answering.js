// Wait for the app in this browser, which answers the requests of a published page.
import { delivery } from "./delivery.js";
import { failureNote } from "./failure.js";
import { isTooOld } from "./old_browser.js";
import { make, say } from "./page.js";

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
