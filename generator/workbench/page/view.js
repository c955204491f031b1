// The state of the pages: the address, the gallery from the server, the table and what is chosen in it.
import { collection, memo, state } from "./signals.js";

const query = new URLSearchParams(location.search);
const USUAL_ZOOM = 2.6;

export const settings = state({
  game: query.get("game") ?? "",
  lang: query.get("lang") ?? "",
  side: ["front", "back", "both"].find((side) => side === query.get("side")) ?? "front",
  decks: collection(new Set(query.getAll("deck"))),
  text: query.get("q") ?? "",
  changed: query.has("changed"),
  problems: query.has("problems"),
  zoom: Number(query.get("zoom")) || USUAL_ZOOM,
});

/** The gallery from gallery.json; nothing is painted before it is there. */
export const current = state({ gallery: /** @type {Gallery} */ (/** @type {unknown} */ (null)) });

/** The list item of each card by name. @type {Map<string, HTMLElement>} */
export const nodes = new Map();

const decks = memo(() => new Map(current.gallery.decks.map((deck) => [deck.name, deck])));
const cards = memo(() => new Map(current.gallery.cards.map((card) => [card.name, card])));

export const deckOf = (/** @type {Card} */ card) => /** @type {Deck} */ (decks().get(card.deck));
export const cardNamed = (/** @type {string} */ name) => cards().get(name);
/** @type {(card: Card) => Problem[]} */
export const problemsOf = (card) => [...current.gallery.problems.filter((problem) => problem.card === card.name), ...card.problems];
export const titleOf = (/** @type {Card} */ card) => card.fields.find(([name, value]) => (name === "name" || name === "title") && value)?.[1] || card.id;
/** @type {(path: string, more?: Record<string, string>) => string} */
export const address = (path, more = {}) => `${path}?${new URLSearchParams({ game: settings.game, lang: settings.lang, ...more })}`;

/** The address contains the view, so that a reload or a bookmark shows it again. */
export function rememberView() {
  const search = new URLSearchParams({ game: settings.game, lang: settings.lang });
  if (settings.side !== "front") search.set("side", settings.side);
  for (const deck of settings.decks) search.append("deck", deck);
  if (settings.text) search.set("q", settings.text);
  if (settings.changed) search.set("changed", "");
  if (settings.problems) search.set("problems", "");
  if (settings.zoom !== USUAL_ZOOM) search.set("zoom", String(settings.zoom));
  history.replaceState(null, "", `?${search}`);
}

/** Nothing is painted before the record is there. */
export const bench = state({
  record: /** @type {Bench} */ (/** @type {unknown} */ (null)),
  table: new URLSearchParams(location.search).get("table") ?? "",
  version: "",
});

export const chosen = state({ row: "", column: "", anchor: "" });

/** The card of the selected row: its name, what its pictures are drawn from, and its sides on the page. */
export const largeCard = state({ name: "", drawn: "", faces: /** @type {HTMLElement[]} */ ([]) });

/** Marked rows in addition to the selected one, by id. @type {Set<string>} */
export const marked = collection(new Set());

/** Rejected input, by "table\nrow\ncolumn": shown, but never written. @type {Map<string, {text: string, problem: string}>} */
export const refused = collection(new Map());

/** Input that is being written, by "table\nrow\ncolumn". @type {Map<string, string>} */
export const pending = collection(new Map());

export const keyOf = (/** @type {string} */ row, /** @type {string} */ column) => `${bench.table}\n${row}\n${column}`;
export const grid = () => bench.record.grid;
export const columns = () => grid().columns;
export const columnNamed = (/** @type {string} */ name) => columns().find((column) => column.name === name);

// The positions of columns and the rows by id, computed once for each grid.
const positions = memo(() => new Map(columns().map((column, at) => [column.name, at])));
const rows = memo(() => new Map(grid().rows.map((row) => [idOf(row), row])));

const at = (/** @type {string} */ name) => positions().get(name) ?? -1;
export const idOf = (/** @type {string[]} */ row) => row[at("id")];

/** Return the text of a cell in the file as last read. @type {(id: string, column: string) => string} */
export const cellOf = (id, column) => rows().get(id)?.[at(column)] ?? "";

/** Return the text as shown: input that is not yet in the file comes first. @type {(id: string, column: string) => string} */
export function shownCell(id, column) {
  const key = keyOf(id, column);
  return refused.get(key)?.text ?? pending.get(key) ?? cellOf(id, column);
}

/** Return the text of the file after all pending writes; editors open with it. @type {(id: string, column: string) => string} */
export const openedCell = (id, column) => pending.get(keyOf(id, column)) ?? cellOf(id, column);

/** Note what was written: cells as [row, column, text], and the steps that can be undone. */
export function noteWritten(/** @type {string[][]} */ cells, /** @type {Steps} */ history) {
  const fresh = grid().rows.map((row) => [...row]);
  const byId = new Map(fresh.map((row) => [idOf(row), row]));
  for (const [id, column, text] of cells) byId.get(id)?.splice(at(column), 1, text);
  bench.record = { ...bench.record, history, grid: { ...grid(), rows: fresh } };
}

export function titleOfRow(/** @type {string} */ id) {
  const name = columns().find((column) => ["name", "title"].includes(column.name));
  return (name && cellOf(id, name.name)) || id;
}
