// The workbench: a deck as a table next to its cards. The files are authoritative; every window follows them.
// Each part of the page is an effect: it shows what it reads, and is painted again when that changes.
import { showLastView } from "../../../scorer/web/page/last_view.js";
import { $, on } from "../../../scorer/web/page/page.js";
import { inTurn } from "./asking.js";
import { paintBackup, paintGameTools } from "./backup.js";
import { clickedCard, listenToKeys, paintCardHere, paintCardList } from "./cards.js";
import { BOX_PARTS } from "./boxes.js";
import { listenToCard, lookAgain, paintCard, paintMeasured, paintSpots } from "./card_view.js";
import { compareAgain, paintChanged, paintHistory, PLAY_PARTS } from "./changed.js";
import { fetchBench, loadBench, showBench } from "./changing.js";
import { forgetCells, goToCard, listenToColumns, paintForms, paintSheet, paintTabs, rememberTable, tab } from "./tables.js";
import { connect } from "./connection.js";
import { listenToControls, paintChips, paintHead } from "./controls.js";
import { listenToGrid, paintCellHelp, paintGrid, paintRows } from "./grid.js";
import { listenToKeyboard } from "./keyboard.js";
import { paintProblems } from "./problems.js";
import { effect } from "./signals.js";
import { bench, current, settings } from "./view.js";

const PARTS = [
  () => paintHead("bench_title"),
  () => paintProblems((card) => void goToCard(card)),
  ...[paintTabs, rememberTable, paintGameTools, paintBackup, paintHistory],
  ...[paintSheet, paintGrid, paintRows, paintCellHelp, paintForms],
  ...[paintCard, lookAgain, paintSpots, paintMeasured, ...BOX_PARTS],
  ...[paintChanged, compareAgain, ...PLAY_PARTS],
  ...[paintChips, paintCardList, paintCardHere, follow],
];

/** @type {Gallery | undefined} */
let followed;

/** Someone saved a file elsewhere or in another window: update the table. */
function follow() {
  const before = followed;
  followed = current.gallery;
  if (before) void inTurn(loadBench);
}

let otherGame = false;

listenToControls((game) => {
  bench.version = "";
  otherGame ||= game;
});
on($("gallery"), "click", (event) => {
  const card = clickedCard(event);
  if (card) void goToCard(card);
});
listenToGrid();
listenToKeyboard();
listenToCard();
listenToColumns();
listenToKeys();
settings.decks.clear(); // the table names the deck
const ready = showLastView("cards", ["game", "lang", "tables", "grid", "card-view", "decks", "gallery"], ".bar .row > :not(#home), .halves");
// Load the table while the cards are still loading.
const first = fetchBench().then(showBench, () => undefined);
const prepare = async () => {
  await first;
  const record = await (otherGame ? fetchBench("") : fetchBench());
  return () => {
    if (otherGame) {
      forgetCells();
      tab.numbers = otherGame = false;
    }
    showBench(record);
  };
};
void connect(prepare).then(() => {
  ready();
  PARTS.forEach(effect);
  document.body.dataset.ready = "true";
});
