// Requests to the server: what can be changed, and changes.
import { lang } from "../../../scorer/web/page/language.js";
import { inlineJson } from "../../../scorer/web/page/inline_json.js";
import { say } from "../../../scorer/web/page/words.js";
import { opened } from "./opening.js";
import { address } from "./view.js";

const secret = inlineJson("secret");

/** Return the server's answer to a change; if the server refuses it, throw an error with its message.
 * @type {(path: string, asked: Record<string, any>) => Promise<any>} */
export async function post(path, asked) {
  await opened;
  const answer = await fetch(address(path, { page: lang }), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...asked, secret }),
  });
  const text = await answer.text();
  if (answer.ok) return text ? JSON.parse(text) : {};
  if (answer.status === 409 && /^\{"(?:conflict|taken)"/.test(text)) return JSON.parse(text);
  throw new Error(faultOf(text, answer.status));
}

// What the app in a browser answers if it was ended, or if it cannot save.
const ENDED = [503, 504, 507];

function faultOf(text, status) {
  if (ENDED.includes(status)) return say(`app_${status}`);
  try {
    return JSON.parse(text).problems.join("\n");
  } catch {
    return text;
  }
}

/** @type {(fault: unknown) => string} */
export const wordsOf = (fault) => (fault instanceof Error ? fault.message : String(fault));

/** @type {(path: string, more?: Record<string, string>) => Promise<any>} */
export async function get(path, more = {}) {
  await opened;
  const answer = await fetch(address(path, { page: lang, ...more }));
  if (answer.status === 204) return null;
  const text = await answer.text();
  if (answer.ok) return JSON.parse(text);
  throw new Error(faultOf(text, answer.status));
}

/** Return a file as text, to send it in JSON.
 * @type {(file: Blob) => Promise<string>} */
export async function base64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
