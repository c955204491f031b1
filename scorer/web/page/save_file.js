// Save a file to the browser's download folder.
import { ask } from "./requests.js";
import { delivery } from "./delivery.js";
import { make } from "./page.js";

export function save(/** @type {string} */ name, /** @type {Blob | string} */ content, /** @type {string} */ kind) {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type: kind }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Format a time in the local time zone: 2026-11-16 21:30:00. @type {(moment: number) => string} */
export function localTime(moment) {
  const east = -new Date(moment).getTimezoneOffset() * 60000;
  return new Date(moment + east).toISOString().slice(0, 19).replace("T", " ");
}

/** @type {(name: string) => Record<string, any>} */
export const downloadOr = (name) => (delivery.kind === "published" ? { download: name } : { target: "_blank" });

/** Save files that this page's requests answer. On a published page, the browser would follow a link outside
 * the page whose app makes the file: it is fetched first. @type {(failed: (text: string) => void) => void} */
export function fetchDownloads(failed) {
  if (delivery.kind !== "published") return;
  document.addEventListener("click", async (event) => {
    const link = /** @type {HTMLElement} */ (event.target).closest("a");
    if (!link?.download) return undefined;
    event.preventDefault();
    const answer = await ask(link.href);
    if (!answer.ok) return failed(await answer.text());
    save(link.download, await answer.blob(), "");
    return link.dispatchEvent(new Event("saved"));
  });
}
