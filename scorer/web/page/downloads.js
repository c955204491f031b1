// Save files that this page's requests answer. On a published page, the browser would follow a link
// outside the page whose app makes the file: it is fetched first.
import { delivery } from "./delivery.js";
import { save } from "./save_file.js";

/** @type {(name: string) => Record<string, any>} */
export const downloadOr = (name) => (delivery.kind === "published" ? { download: name } : { target: "_blank" });

/** @type {(failed: (text: string) => void) => void} */
export function fetchDownloads(failed) {
  if (delivery.kind !== "published") return;
  document.addEventListener("click", async (event) => {
    const link = /** @type {HTMLElement} */ (event.target).closest("a");
    if (!link?.download) return undefined;
    event.preventDefault();
    const answer = await fetch(link.href);
    if (!answer.ok) return failed(await answer.text());
    save(link.download, await answer.blob());
    return link.dispatchEvent(new Event("saved"));
  });
}
