// Requests to the server: what can be changed, and changes. On a published page, the app is loaded first.
import { $, inlineJson, lang, make, say } from "../../../scorer/web/page/page.js";
import { answering } from "../../../scorer/web/page/answering.js";
import { ask, postJson } from "../../../scorer/web/page/requests.js";
import { address } from "./view.js";
import { fetchDownloads } from "../../../scorer/web/page/save_file.js";

const place = make("div");
$("status").after(place);

/** Resolves when requests are answered. @type {Promise<void>} */
export const opened = answering(place, ({ done, total }) => {
  $("status").textContent = done < total ? say("app_loading", { percent: Math.round((100 * done) / total) }) : "";
}, true);
opened.catch(() => ($("status").textContent = ""));

fetchDownloads((text) => ($("status").textContent = text));

const secret = inlineJson("secret");

/** Return the server's answer to a change; if the server refuses it, throw an error with its message.
 * @type {<Path extends keyof Posted>(path: Path, body: object) => Promise<Posted[Path]>} */
export async function post(path, body) {
  await opened;
  return read(await postJson(address(path, { page: lang }), { ...body, secret }), "{}");
}

/** @type {<Path extends keyof Fetched>(path: Path, more?: Record<string, string>) => Promise<Fetched[Path]>} */
export async function get(path, more = {}) {
  await opened;
  return read(await ask(address(path, { page: lang, ...more })), "null");
}

async function read(/** @type {Response} */ answer, /** @type {string} */ empty) {
  const text = await answer.text();
  const isConflict = answer.status === 409 && /^\{"(?:conflict|taken)"/.test(text);
  if (answer.ok || isConflict) return JSON.parse(text || empty);
  throw new Error(faultOf(text, answer.status));
}

// What the app in a browser answers if it was ended, or if it cannot save.
const ENDED = [503, 504, 507];

function faultOf(/** @type {string} */ text, /** @type {number} */ status) {
  if (ENDED.includes(status)) return say(`app_${status}`);
  try {
    return JSON.parse(text).problems.join("\n");
  } catch {
    return text;
  }
}

export const wordsOf = (/** @type {unknown} */ fault) => (fault instanceof Error ? fault.message : String(fault));

export async function base64(/** @type {Blob} */ file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
