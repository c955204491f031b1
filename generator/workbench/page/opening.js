// Wait for what answers this page: on a published page, the app has to be loaded first.
import { answering } from "../../../scorer/web/page/answering.js";
import { $ } from "../../../scorer/web/page/dom.js";
import { fetchDownloads } from "../../../scorer/web/page/downloads.js";
import { say } from "../../../scorer/web/page/words.js";

function hear({ done, total }) {
  $("status").textContent = done < total ? say("app_loading", { percent: Math.round((100 * done) / total) }) : "";
}

/** Resolves when requests are answered.
 * @type {Promise<void>} */
export const opened = answering(hear).then((here) => {
  if (!here) throw new Error(say("app_not_here"));
});

fetchDownloads((text) => ($("status").textContent = text));
