// What answers the requests of this page: a server, or on a published page the app in this browser.
import { delivery } from "./delivery.js";

/** Resolve when requests are answered, to false if this browser cannot do that. While the app is
 * loaded, `hear` is told how much is there.
 * @type {(hear?: (loading: Loading) => void) => Promise<boolean>} */
export async function answering(hear) {
  if (delivery.kind === "served") return true;
  const { covered, app } = await import("./offline.js");
  await covered;
  if (!navigator.serviceWorker?.controller || !globalThis.FileSystemFileHandle?.prototype.createWritable) return false;
  const { begin, whileLoading } = await app();
  if (hear) whileLoading(hear);
  begin();
  return true;
}

/** Return what can be done with folders on this computer; a server has its own.
 * @type {() => Promise<Folders | null>} */
export async function folders() {
  if (delivery.kind === "served") return null;
  return (await import("./offline.js")).folders();
}

/** The games that were made or changed in this browser, as their entries in the list of games.
 * @type {(lang: string) => Game[]} */
export function ownGames(lang) {
  try {
    return JSON.parse(localStorage.getItem("own-games") ?? "{}")[lang] ?? [];
  } catch {
    return [];
  }
}
