// The texts as a file for Poedit or a spreadsheet, and such a file in again: changes first.
import { $ } from "../../../scorer/web/page/dom.js";
import { lang } from "../../../scorer/web/page/language.js";
import { fileTools, offer } from "./file_tools.js";
import { base64, post } from "./server.js";
import { load, makeOwn } from "./translating.js";
import { desk } from "./translation.js";
import { address } from "./view.js";

export function paintFiles() {
  const link = (/** @type {"po" | "xlsx"} */ kind) => ({ id: `out-${kind}`, href: address(`translation.${kind}`, { page: lang }), download: `${desk.record.game}-${desk.record.lang}.${kind}` });
  $("files").replaceChildren(...fileTools({ "file_po": link("po"), "file_xlsx": link("xlsx") }, "file_in", ".po,.xlsx,.ods,.csv,.tsv", take));
}

async function take(/** @type {File} */ file) {
  if (await makeOwn()) await send({ name: file.name, data: await base64(file) });
}

/** Send a file as text, with the changes that were shown for it. @type {(request: {name: string, data: string, seen?: string[]}) => Promise<void>} */
async function send(request) {
  const answer = await post("translation", request);
  if (!answer.lines) return load();
  return offer(request.name, answer, (seen) => send({ ...request, seen }));
}
