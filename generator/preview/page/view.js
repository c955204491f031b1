// What is wanted and what is there: the address, the gallery as the server gave it, its cards.

const query = new URLSearchParams(location.search);
const USUAL_ZOOM = 2.6;

export const wanted = {
  game: query.get("game") ?? "",
  lang: query.get("lang") ?? "",
  side: ["front", "back", "both"].includes(query.get("side")) ? query.get("side") : "front",
  decks: new Set(query.getAll("deck")),
  text: query.get("q") ?? "",
  changed: query.has("changed"),
  problems: query.has("problems"),
  zoom: Number(query.get("zoom")) || USUAL_ZOOM,
};

// The record of the view, as gallery.json gives it; the list item of each card by its name.
export const shown = { gallery: null, nodes: new Map() };

export const deckOf = (card) => shown.gallery.decks.find((deck) => deck.name === card.deck);
export const cardNamed = (name) => shown.gallery.cards.find((card) => card.name === name);
export const problemsOf = (card) => [...shown.gallery.problems.filter((problem) => problem.card === card.name), ...card.problems];
export const titleOf = (card) => card.fields.find(([name, value]) => (name === "name" || name === "title") && value)?.[1] || card.id;
export const address = (path, more = {}) => `${path}?${new URLSearchParams({ game: wanted.game, lang: wanted.lang, ...more })}`;

// The address holds what is shown, so that a reload or a bookmark shows it again.
export function remember() {
  const kept = new URLSearchParams({ game: wanted.game, lang: wanted.lang });
  if (wanted.side !== "front") kept.set("side", wanted.side);
  for (const deck of wanted.decks) kept.append("deck", deck);
  if (wanted.text) kept.set("q", wanted.text);
  if (wanted.changed) kept.set("changed", "");
  if (wanted.problems) kept.set("problems", "");
  if (wanted.zoom !== USUAL_ZOOM) kept.set("zoom", wanted.zoom);
  history.replaceState(null, "", `?${kept}`);
}
