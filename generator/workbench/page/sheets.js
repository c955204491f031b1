// A deck as a workbook: save it for a spreadsheet program, and import it again, differences first.
import { $, button, make } from "../../../scorer/web/page/dom.js";
import { icon } from "../../../scorer/web/page/icons.js";
import { lang } from "../../../scorer/web/page/language.js";
import { say } from "../../../scorer/web/page/words.js";
import { address, shown } from "./view.js";
import { ask, warn } from "./asking.js";
import { change } from "./changing.js";
import { base64, post, wordsOf } from "./server.js";
import { bench, grid } from "./state.js";

const ROW_TOOLS = ["add", "duplicate", "bench", "up", "down", "fill", "delete"];

export function paintSheet() {
  const place = $("sheet-part");
  const { written, workbook } = grid();
  for (const id of ROW_TOOLS) $(id).disabled = !written;
  $("column").disabled = !written || !workbook; // the columns of words are the languages
  const file = grid().place?.split("/").at(-1) ?? "";
  $("not-written").hidden = written;
  $("not-written").textContent = written ? "" : say(workbook ? "sheet_not_written" : "sheet_words", { file });
  if (place.dataset.table === bench.table) return;
  place.dataset.table = bench.table;
  place.replaceChildren(...(workbook ? tools() : []));
}

function tools() {
  const name = `${shown.gallery.slug}-${bench.table}.xlsx`;
  const save = make("a", { class: "tool", id: "sheet-out", href: address("sheet.xlsx", { table: bench.table, page: lang }), download: name }, icon("out"), make("span", {}, say("sheet_out")));
  const file = make("input", { type: "file", id: "sheet-in", accept: ".xlsx,.ods,.csv,.tsv", class: "hidden-label", onchange: ({ target }) => void taken(target) });
  return [save, file, make("label", { class: "tool file", for: "sheet-in" }, icon("in"), make("span", {}, say("sheet_in")))];
}

async function taken(input) {
  const [file] = input.files;
  input.value = ""; // the same file can be imported again
  if (!file) return;
  const most = bench.record.limits.sheet;
  if (file.size > most) return warn(say("sheet_large", { n: most / 1e6 }));
  const sheet = { table: bench.table, name: file.name, data: await base64(file) };
  try {
    offer(sheet, await post("sheet", sheet));
  } catch (fault) {
    ask(say("sheet_wrong", { file: file.name }), [make("p", { class: "problem-text", lang: "en", id: "sheet-problem" }, wordsOf(fault)), answers()]);
  }
}

const close = () => $("ask").close();
const answers = (...more) => make("p", { class: "answers" }, ...more, button(say(more.length ? "cancel" : "close"), close, { class: "plain", id: "sheet-cancel" }));

function offer(sheet, { lines, n, reordered }) {
  const list = make("ul", { class: "changes", id: "sheet-lines", tabindex: 0 }, ...lines.map((line) => make("li", {}, line)));
  const more = n > lines.length ? make("p", {}, say("sheet_more", { n: n - lines.length })) : "";
  const order = reordered ? make("p", { class: "hint" }, say("sheet_order")) : "";
  if (!n) return ask(say("sheet_nothing", { file: sheet.name }), [order, answers()]);
  const write = button(say("sheet_write"), () => void take(sheet, lines), { class: "plain", id: "sheet-write" });
  return ask(say("sheet_differs", { n, file: sheet.name }), [list, more, order, answers(write)]);
}

// Write the shown differences; if the deck has changed in the meantime, show them again.
async function take(sheet, seen) {
  close();
  const answer = await change({ ...sheet, seen }, "sheet");
  if (answer?.lines) offer(sheet, answer);
}
