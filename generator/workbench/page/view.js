// The state of the view: the address, the gallery from the server and its cards.

const query = new URLSearchParams(location.search);
const USUAL_ZOOM = 2.6;

export const wanted = {
  game: query.get("game") ?? "",
  lang: query.get("lang") ?? "",
  side: ["front", "back", "both"].find((side) => side === query.get("side")) ?? "front",
  decks: new Set(query.getAll("deck")),
  text: query.get("q") ?? "",
  changed: query.has("changed"),
  problems: query.has("problems"),
  zoom: Number(query.get("zoom")) || USUAL_ZOOM,
};

/** The gallery from gallery.json, once loaded; the list item of each card by name.
 * @type {{gallery: Gallery, nodes: Map<string, HTMLElement>}} */
export const shown = { gallery: /** @type {any} */ (null), nodes: new Map() };

/** @type {(card: Card) => any} */
export const deckOf = (card) => shown.gallery.decks.find((deck) => deck.name === card.deck);
/** @type {(name: string) => Card | undefined} */
export const cardNamed = (name) => shown.gallery.cards.find((card) => card.name === name);
/** @type {(card: Card) => Problem[]} */
export const problemsOf = (card) => [...shown.gallery.problems.filter((problem) => problem.card === card.name), ...card.problems];
/** @type {(card: Card) => string} */
export const titleOf = (card) => card.fields.find(([name, value]) => (name === "name" || name === "title") && value)?.[1] || card.id;
export const address = (path, more = {}) => `${path}?${new URLSearchParams({ game: wanted.game, lang: wanted.lang, ...more })}`;

// The address contains the view, so that a reload or a bookmark shows it again.
export function remember() {
  const kept = new URLSearchParams({ game: wanted.game, lang: wanted.lang });
  if (wanted.side !== "front") kept.set("side", wanted.side);
  for (const deck of wanted.decks) kept.append("deck", deck);
  if (wanted.text) kept.set("q", wanted.text);
  if (wanted.changed) kept.set("changed", "");
  if (wanted.problems) kept.set("problems", "");
  if (wanted.zoom !== USUAL_ZOOM) kept.set("zoom", String(wanted.zoom));
  history.replaceState(null, "", `?${kept}`);
}
