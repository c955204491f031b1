// Wait for what answers this page: on a published page, the app has to be loaded first.
import { answering } from "../../../scorer/web/page/answering.js";
import { $, make } from "../../../scorer/web/page/dom.js";
import { fetchDownloads } from "../../../scorer/web/page/save_file.js";
import { say } from "../../../scorer/web/page/words.js";

function hear(/** @type {Loading} */ { done, total }) {
  $("status").textContent = done < total ? say("app_loading", { percent: Math.round((100 * done) / total) }) : "";
}

const place = make("div");
$("status").after(place);

/** Resolves when requests are answered. @type {Promise<void>} */
export const opened = answering(place, hear, true);
opened.catch(() => ($("status").textContent = ""));

fetchDownloads((text) => ($("status").textContent = text));
