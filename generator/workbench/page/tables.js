// The tables of a game as tabs, and its numbers; and the way to a card.
import { $, button } from "../../../scorer/web/page/dom.js";
import { say } from "../../../scorer/web/page/words.js";
import { fetchBench, showBench } from "./changing.js";
import { rowIds, view } from "./grid.js";
import { choose } from "./keyboard.js";
import { replaceChips } from "./repaint.js";
import { state } from "./signals.js";
import { address, bench, chosen, columns, marked, settings } from "./view.js";

/** Whether the numbers are shown instead of the table. */
export const tab = state({ numbers: false });

const NUMBERS = "numbers:";

async function showTable(/** @type {string} */ name) {
  if (name !== NUMBERS && name !== bench.table) {
    const record = await fetchBench(name);
    forgetCells();
    $("frame").scrollTop = 0;
    showBench(record);
  }
  tab.numbers = name === NUMBERS;
}

/** Another table: nothing in it is selected, searched or sorted. */
export function forgetCells() {
  marked.clear();
  Object.assign(chosen, { row: "", column: "", anchor: "" });
  Object.assign(view, { find: "", sort: "", down: false });
}

/** Select the row of a card. @type {(name: string) => Promise<void>} */
export async function goToCard(name) {
  const [deck, row] = name.split("/");
  await showTable(deck);
  if (rowIds().includes(row)) choose(row, chosen.column || columns()[0].name);
}

export function paintTabs() {
  $("grid-part").hidden = tab.numbers;
  $("forms").hidden = !tab.numbers;
  const tables = bench.record.tables.map(([name, title]) => [name, title || say("words_table")]);
  const chips = [...tables, [NUMBERS, say("numbers")]].map(([name, title]) => {
    const here = tab.numbers ? name === NUMBERS : name === bench.table;
    return button(title, () => void showTable(name), { class: "chip", "aria-pressed": String(here), "data-table": name });
  });
  replaceChips($("tables"), chips);
}

/** The address contains the table, so that a reload or a bookmark shows it again. */
export function rememberTable() {
  const query = new URLSearchParams({ game: settings.game, lang: settings.lang, table: bench.table });
  history.replaceState(null, "", `?${query}`);
  $("translate").href = address("translate.html");
}
