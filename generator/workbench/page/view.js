// The state of the view: the address, the gallery from the server and its cards.
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
