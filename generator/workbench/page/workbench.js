// The workbench: a deck as a table next to its cards. The files are authoritative; every window follows them.
import { $, button, make } from "../../../scorer/web/page/dom.js";
import { say } from "../../../scorer/web/page/words.js";
import { whenOpened } from "./cards.js";
import { connect } from "./connection.js";
import { listenToControls, paintHead } from "./controls.js";
import { listenToKeys } from "./keys.js";
import { paintProblems } from "./problems.js";
import { address, shown, wanted } from "./view.js";
import { repaint, showCards } from "./card_list.js";
import { listenToCard, paintCard, paintSpots, whenSpotted } from "./card_view.js";
import { follow, paintChanged, paintHistory, whenFollowed } from "./changed.js";
import { inTurn, warn } from "./asking.js";
import { paintBackup } from "./backup.js";
import { loadBench, whenChanged } from "./changing.js";
import { listenToColumns } from "./columns.js";
import { helpOf } from "./editors.js";
import { NUMBERS, paintForms } from "./forms.js";
import { paintGameTools } from "./game_tools.js";
import { listenToGrid, paintGrid, paintRows, problemOf, view, whenChosen } from "./grid.js";
import { choose, edit, listenToKeyboard, whenMoved } from "./keyboard.js";
import { wordsOf } from "./server.js";
import { paintSheet } from "./sheets.js";
import { bench, chosen, columnNamed, columns, grid, idOf, marked } from "./state.js";

let tab = "";

// ---- the cards -------------------------------------------------------------------------------

function render() {
  paintHead("bench_title");
  void first.then(() => loadBench()).then(() => {
    loaded();
    showCards();
    paintProblems(goToCard);
    paintChanged();
    document.body.dataset.ready = "true";
  }, (fault) => warn(wordsOf(fault)));
}

/** @param {Card[]} cards */
function update(cards) {
  if (!bench.record) return;
  repaint(cards.filter((card) => card.deck === bench.table));
  paintProblems(goToCard);
  paintRows();
  paintCard();
  paintChanged();
  // Someone saved a file elsewhere or in another window: update the table.
  void inTurn(() => loadBench());
}

async function goToCard(name) {
  const [deck, row] = name.split("/");
  await showTable(deck);
  if (view.ids.includes(row)) choose(row, chosen.column || columns()[0].name);
}

// ---- the table -------------------------------------------------------------------------------

async function showTable(name) {
  tab = name;
  if (!name.startsWith(NUMBERS) && name !== bench.table) {
    marked.clear();
    Object.assign(chosen, { row: "", column: "", anchor: "" });
    Object.assign(view, { find: "", sort: "", down: false });
    $("find").value = "";
    $("frame").scrollTop = 0;
    await loadBench(name);
    showCards();
  }
  paintTab();
}

function loaded() {
  if (!shown.gallery) return; // wait for the cards: then everything is painted
  const ids = grid().rows.map((row) => (columns().length ? idOf(row) : ""));
  if (!ids.includes(chosen.row)) Object.assign(chosen, { row: ids[0] ?? "", column: chosen.column || firstColumn() });
  if (!columnNamed(chosen.column)) chosen.column = firstColumn();
  paintTab();
  paintGameTools();
  paintHistory();
  paintCard();
  $("place").textContent = grid().problems?.join(" ") ?? grid().place;
}

const firstColumn = () => columns().find((column) => column.name === "copies")?.name ?? columns()[0]?.name ?? "";

function paintTab() {
  const numbers = tab.startsWith(NUMBERS);
  $("grid-part").hidden = numbers;
  $("forms").hidden = !numbers;
  const tables = bench.record.tables.map(([name, title]) => [name, title || say("words_table")]);
  const chips = [...tables, [NUMBERS, say("numbers")]].map(([name, title]) => {
    const here = numbers ? name === NUMBERS : name === bench.table;
    return button(title, () => void showTable(name), { class: "chip", "aria-pressed": String(here), "data-table": name });
  });
  const focused = [...$("tables").children].indexOf(/** @type {any} */ (document.activeElement));
  $("tables").replaceChildren(...chips);
  if (focused >= 0) $("tables").children[focused]?.focus();
  if (numbers) void paintForms();
  else paintGrid();
  if (!numbers && grid().columns.length) paintSheet();
  remember();
}

function remember() {
  const kept = new URLSearchParams({ game: wanted.game, lang: wanted.lang, table: bench.table });
  history.replaceState(null, "", `?${kept}`);
  $("translate").href = address("translate.html");
}

// Update the selected cell: its card, its allowed values and its problems.
function chosenNow(row, column) {
  paintRows();
  paintCard();
  paintSpots();
  tellCell(row, column);
  const item = shown.nodes.get(`${bench.table}/${row}`);
  for (const other of $("gallery").querySelectorAll(".card.here")) other.classList.remove("here");
  item?.classList.add("here");
}

function tellCell(row, column) {
  const known = columnNamed(column);
  const problem = problemOf(row, column);
  $("cell-help").replaceChildren(
    make("b", {}, `${row} · ${column}`),
    known ? make("span", {}, ` ${helpOf(known)}`) : "",
    problem ? make("p", { class: "problem-text" }, `⚠ ${problem}`) : "",
  );
}

// ---- the controls ----------------------------------------------------------------------------

listenToControls({
  leave: (game) => {
    bench.version = "";
    if (!game) return;
    bench.table = tab = "";
    Object.assign(chosen, { row: "", column: "", anchor: "" });
  },
  repaint: showCards,
  filter: showCards,
});
whenChosen({ choose, edit });
whenMoved(chosenNow);
whenSpotted((column) => {
  const found = columnNamed(column) ? column : columns()[0].name;
  choose(chosen.row, found);
});
whenFollowed((card) => void goToCard(card));
whenChanged({
  loaded,
  changed: () => {
    paintHistory();
    paintBackup();
    tellCell(chosen.row, chosen.column);
    follow();
  },
});
whenOpened((name) => void goToCard(name));
listenToGrid();
listenToKeyboard();
listenToCard();
listenToColumns();
listenToKeys();
// Load the table while the cards are still loading.
const first = loadBench().catch(() => undefined);
connect({ rendered: render, updated: update });
