// A deck as a workbook: save it for a spreadsheet program, and import it again, differences first.
import { $ } from "../../../scorer/web/page/dom.js";
import { lang } from "../../../scorer/web/page/language.js";
import { say } from "../../../scorer/web/page/words.js";
import { address, bench, columns, current, grid } from "./view.js";
import { warn } from "./asking.js";
import { change } from "./changing.js";
import { fileTools, offer } from "./file_tools.js";
import { base64, post } from "./server.js";

const ROW_TOOLS = /** @type {const} */ (["add", "duplicate", "bench", "up", "down", "fill", "delete"]);

export function paintSheet() {
  const place = $("sheet-part");
  const { written, workbook } = grid();
  if (!columns().length) return; // its file cannot be read
  for (const id of ROW_TOOLS) $(id).disabled = !written;
  $("column").disabled = !written || !workbook; // the columns of words are the languages
  const file = grid().place?.split("/").at(-1) ?? "";
  $("not-written").hidden = written;
  $("not-written").textContent = written ? "" : say(workbook ? "sheet_not_written" : "sheet_words", { file });
  if (place.dataset.table === bench.table) return;
  place.dataset.table = bench.table;
  const href = address("sheet.xlsx", { table: bench.table, page: lang });
  const link = { id: "sheet-out", href, download: `${current.gallery.slug}-${bench.table}.xlsx` };
  place.replaceChildren(...(workbook ? fileTools({ "sheet_out": link }, "sheet_in", ".xlsx,.ods,.csv,.tsv", take) : []));
}

async function take(/** @type {File} */ file) {
  const most = bench.record.limits.sheet;
  if (file.size > most) return warn(say("sheet_large", { n: most / 1e6 }));
  const sheet = { table: bench.table, name: file.name, data: await base64(file) };
  return show(sheet, await post("sheet", sheet));
}

// If the deck has changed in the meantime, the differences are shown again.
function show(/** @type {{table: string, name: string, data: string}} */ sheet, /** @type {ImportOffer} */ found) {
  offer(sheet.name, found, async (seen) => {
    const answer = await change({ ...sheet, seen }, "sheet");
    if (answer?.lines) show(sheet, answer);
  });
}
