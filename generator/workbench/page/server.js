// Requests to the server: what can be changed, and changes.
import { lang } from "../../../scorer/web/page/language.js";
import { inlineJson } from "../../../scorer/web/page/dom.js";
import { ask, postJson } from "../../../scorer/web/page/requests.js";
import { say } from "../../../scorer/web/page/words.js";
import { opened } from "./opening.js";
import { address } from "./view.js";

const secret = inlineJson("secret");

/** Return the server's answer to a change; if the server refuses it, throw an error with its message.
 * @type {<Path extends keyof Posted>(path: Path, body: object) => Promise<Posted[Path]>} */
export async function post(path, body) {
  await opened;
  const answer = await postJson(address(path, { page: lang }), { ...body, secret });
  const text = await answer.text();
  if (answer.ok) return JSON.parse(text || "{}");
  if (answer.status === 409 && /^\{"(?:conflict|taken)"/.test(text)) return JSON.parse(text);
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

/** @type {<Path extends keyof Fetched>(path: Path, more?: Record<string, string>) => Promise<Fetched[Path]>} */
export async function get(path, more = {}) {
  await opened;
  const answer = await ask(address(path, { page: lang, ...more }));
  if (answer.status === 204) return JSON.parse("null");
  const text = await answer.text();
  if (answer.ok) return JSON.parse(text);
  throw new Error(faultOf(text, answer.status));
}

/** Return a file as text, to send it in JSON. @type {(file: Blob) => Promise<string>} */
export async function base64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
