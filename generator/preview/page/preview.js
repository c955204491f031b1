// The page of `ecotable preview`: shows the gallery and keeps it as the server says it is.
// Every text from data is set as text, never as markup.

const $ = (id) => document.getElementById(id);
const query = new URLSearchParams(location.search);
$("home").hidden = !location.pathname.endsWith("/change/"); // mounted in the page of ecotable serve
const wanted = {
  game: query.get("game") ?? "",
  lang: query.get("lang") ?? "",
  side: ["front", "back", "both"].includes(query.get("side")) ? query.get("side") : "front",
  decks: new Set(query.getAll("deck")),
  text: query.get("q") ?? "",
  changed: query.has("changed"),
  problems: query.has("problems"),
  zoom: Number(query.get("zoom")) || 2.6,
};
const SMALLEST_PX = 56;
const LARGE_MM = 130;
const LARGE_SCALE = 3;
const ROOMY_PX = 120; // wide enough for the words of a problem
const MOST_GROUPS = 8; // of problems at the top
const MOST_TROUBLES = 3; // at a card of the grid; the large view has them all
const TILE_PADDING_PX = matchMedia("(max-width: 700px)").matches ? 6 : 9; // with the border
const NEWS_MS = 7000;
const POST = { method: "POST", headers: { "content-type": "application/json" } };
let gallery = null; // the record of the view, as /gallery.json gives it
let stream = null;
let loads = 0;
let early = []; // changes that came while the gallery was still on its way; else null
const nodes = new Map(); // card name -> its list item
const open = { name: "" }; // the card in the large view

// ---- small makers ----------------------------------------------------------------------------

function make(tag, className = "", text = "") {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text) node.textContent = text;
  return node;
}

function drawn(tag, attributes) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

// An id that may break after each word.
function breakable(tag, id) {
  const node = make(tag);
  for (const part of id.split(/(?<=_)/)) node.append(part, make("wbr"));
  return node;
}

function troubleList(problems, most = problems.length) {
  const list = make("ul", "card-troubles");
  list.append(...problems.slice(0, most).map((problem) => troubleItem(problem)));
  if (problems.length > most) list.append(make("li", "hint", `and ${problems.length - most} more`));
  return list;
}

const counted = (n, one, many) => `${n} ${n === 1 ? one : many}`;
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const deckOf = (card) => gallery.decks.find((deck) => deck.name === card.deck);
const cardNamed = (name) => gallery.cards.find((card) => card.name === name);

// ---- talking with the server -------------------------------------------------------------------

const address = (path, more = {}) =>
  `${path}?${new URLSearchParams({ game: wanted.game, lang: wanted.lang, ...more })}`;

function connect() {
  stream?.close();
  early = []; // what came for the gallery before is of no use
  stream = new EventSource(address("events"));
  stream.addEventListener("ready", () => load().catch(lost));
  stream.onmessage = (message) => receive(JSON.parse(message.data));
  stream.onerror = lost;
}

function lost() {
  say("The preview has ended or cannot be reached. Trying again …", true);
}

async function load() {
  const turn = ++loads;
  early ??= [];
  const answer = await fetch(address("gallery.json"));
  const found = answer.ok ? await answer.json() : null;
  if (turn !== loads) return; // another gallery was asked for meanwhile
  if (!found) return say("This game is not there any more.", true);
  const before = gallery;
  gallery = found;
  wanted.lang = gallery.lang;
  const late = early.filter((change) => change.generation > gallery.generation);
  early = null;
  if (before?.slug === gallery.slug && before.lang === gallery.lang) announce(before.cards, before.problems);
  else say("");
  render();
  late.forEach(receive);
}

function receive(change) {
  if (early) return early.push(change);
  if (change.kind === "gallery") return void load().catch(lost);
  const before = gallery.cards;
  const problems = gallery.problems;
  const fresh = new Map(change.cards.map((card) => [card.name, card]));
  gallery = {
    ...gallery,
    generation: change.generation,
    complete: change.complete,
    problems: change.problems,
    cards: before.map((card) => fresh.get(card.name) ?? card),
  };
  announce(before, problems);
  update([...fresh.values()]);
}

async function markSeen(card = "") {
  await fetch(address("seen", card ? { card } : {}), POST);
}

// Tells which cards are on the screen, so that after a save they come first.
const onScreen = new Set();
let lookTimer = 0;
const watcher = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    isIntersecting ? onScreen.add(target.dataset.name) : onScreen.delete(target.dataset.name);
  }
  clearTimeout(lookTimer);
  lookTimer = setTimeout(tellLooking, 150);
});

function tellLooking() {
  const cards = [...onScreen].slice(0, 100).map((name) => `&card=${encodeURIComponent(name)}`);
  fetch(address("looking") + cards.join(""), POST).catch(lost);
}

// ---- what is said ------------------------------------------------------------------------------

const news = { cards: new Set(), gone: 0, problems: null, timer: 0 };
let sayTimer = 0;

function say(text, lost = false) {
  clearTimeout(sayTimer);
  if (text && !lost) sayTimer = setTimeout(() => say(""), NEWS_MS);
  $("status").textContent = text;
  $("status").classList.toggle("lost", lost);
}

const countProblems = (problems, cards) => problems.length + cards.reduce((sum, card) => sum + card.problems.length, 0);

// Collects what changed; it is said once, when no more comes for a moment.
function announce(before, problems) {
  const known = new Map(before.map((card) => [card.name, card]));
  for (const card of gallery.cards) {
    const old = known.get(card.name);
    const swapped = old?.composed && card.front && (old.front !== card.front || old.back !== card.back);
    if (!old || swapped) news.cards.add(card.name);
  }
  news.gone += before.filter((card) => !cardNamed(card.name)).length;
  news.problems ??= countProblems(problems, before);
  clearTimeout(news.timer);
  news.timer = setTimeout(report, 250);
}

function report() {
  const parts = [];
  const left = countProblems(gallery.problems, gallery.cards);
  if (news.cards.size) parts.push(`${counted(news.cards.size, "card", "cards")} changed`);
  if (news.gone) parts.push(`${counted(news.gone, "card", "cards")} removed`);
  if (left && left !== news.problems) parts.push(counted(left, "problem", "problems"));
  if (!left && news.problems) parts.push("all problems are solved");
  Object.assign(news, { cards: new Set(), gone: 0, problems: null });
  if (parts.length) say(`${parts.join(", ")}.`);
}

// ---- the gallery -------------------------------------------------------------------------------

function render() {
  document.documentElement.lang = "en";
  document.title = `${gallery.title} – preview`;
  fillSelect($("game"), gallery.games.map((game) => [game.slug, game.title]), gallery.slug);
  fillSelect($("lang"), gallery.languages.map((code) => [code, languageName(code)]), gallery.lang);
  $("lang-field").hidden = gallery.languages.length < 2;
  for (const deck of wanted.decks) if (!gallery.decks.some((one) => one.name === deck)) wanted.decks.delete(deck);
  const names = new Set(gallery.cards.map((card) => card.name));
  for (const name of nodes.keys()) if (!names.has(name)) nodes.delete(name);
  const focused = document.activeElement.closest(".card")?.dataset.name;
  $("gallery").replaceChildren(...gallery.decks.map(deckSection), make("p", "nothing"));
  update(gallery.cards);
  if (nodes.has(focused)) nodes.get(focused).firstChild.focus({ preventScroll: true });
  const pressed = document.querySelector('#decks [aria-pressed="true"]');
  $("decks").scrollLeft = pressed.offsetLeft - $("decks").offsetLeft - 8;
}

function languageName(code) {
  const names = new Intl.DisplayNames(["en"], { type: "language" });
  return names.of(code) ?? code;
}

function fillSelect(select, options, value) {
  select.replaceChildren(...options.map(([code, title]) => new Option(title, code)));
  select.value = value;
}

function deckSection(deck) {
  const section = make("section", "deck");
  const heading = make("h2", "", deck.title);
  heading.id = `deck-${deck.name}`;
  heading.append(make("small", "", `${howMany(deck)}, ${round(deck.width_mm)} × ${round(deck.height_mm)} mm`));
  const grid = make("ul", "grid");
  grid.setAttribute("aria-labelledby", heading.id);
  grid.append(...gallery.cards.filter((card) => card.deck === deck.name).map(nodeOf));
  section.append(heading, grid);
  return section;
}

function howMany({ total, different }) {
  if (total === different) return counted(total, "piece", "pieces");
  return different === 1 ? `${total} alike` : `${total} pieces, ${different} different`;
}

const round = (mm) => Math.round(mm * 10) / 10;

function nodeOf(card) {
  if (!nodes.has(card.name)) {
    const item = make("li", "card");
    item.dataset.name = card.name;
    const tile = make("button", "tile");
    tile.type = "button";
    tile.tabIndex = -1;
    tile.append(make("span", "faces"), make("span", "badges"), make("span", "caption"));
    tile.addEventListener("click", () => enlarge(card.name));
    item.append(tile, make("ul", "card-troubles"));
    watcher.observe(item);
    nodes.set(card.name, item);
  }
  return nodes.get(card.name);
}

// Brings the page in line with the gallery after these cards changed.
function update(cards) {
  for (const card of cards) paint(card);
  const troubled = new Set(gallery.problems.map((problem) => problem.card).filter(Boolean));
  for (const card of gallery.cards) {
    if (troubled.has(card.name) || nodeOf(card).classList.contains("troubled")) paint(card);
  }
  paintChips();
  paintTroubles();
  filter();
  if ($("large").open) paintLarge();
}

const troublesOf = (card) => [...gallery.problems.filter((problem) => problem.card === card.name), ...card.problems];

function paint(card) {
  const item = nodeOf(card);
  const deck = deckOf(card);
  const troubles = troublesOf(card);
  item.classList.toggle("is-changed", card.state !== "");
  item.classList.toggle("troubled", troubles.length > 0);
  item.style.width = `${tileSpan(deck, troubles.length)}px`;
  paintFaces(item.querySelector(".faces"), card, deck);
  paintBadges(item.querySelector(".badges"), card, troubles);
  const copies = card.copies === 1 ? "" : `×${card.copies}`;
  item.querySelector(".caption").replaceChildren(
    breakable("b", card.id), ...(copies ? [make("span", "", copies)] : []), make("span", "of", deck.title));
  item.querySelector(".tile").setAttribute("aria-label", spoken(card, deck, troubles));
  const told = item.querySelector(".face.failed:not(.short)");
  item.lastChild.replaceWith(troubleList(told ? [] : troubles, MOST_TROUBLES));
}

function spoken(card, deck, troubles) {
  const title = card.fields.find(([name]) => name === "name" || name === "title")?.[1];
  const parts = [title || card.id, deck.title, counted(card.copies, "copy", "copies")];
  if (card.state) parts.push(card.state);
  if (troubles.length) parts.push(counted(troubles.length, "problem", "problems"));
  return parts.join(", ");
}

function paintBadges(place, card, troubles) {
  const badges = [];
  if (card.state) badges.push(make("span", "badge changed", card.state === "new" ? "New" : "Changed"));
  if (troubles.length) badges.push(make("span", "badge problem", `⚠ ${counted(troubles.length, "problem", "problems")}`));
  place.replaceChildren(...badges);
}

function sides(deck) {
  if (wanted.side !== "both") return [wanted.side];
  return deck.has_back ? ["front", "back"] : ["front"];
}

function paintFaces(place, card, deck) {
  const shown = sides(deck);
  const kept = [...place.children];
  if (kept.map((face) => face.dataset.side).join() !== shown.join()) {
    place.replaceChildren(...shown.map((side) => newFace(side)));
  }
  for (const face of place.children) {
    const swapped = paintFace(face, card, deck, { key: card[face.dataset.side], width: tileWidth(deck), scale: tileScale() });
    if (swapped) flash(nodeOf(card));
  }
}

function newFace(side) {
  const face = make("span", "face");
  face.dataset.side = side;
  face.append(make("span", "cut"));
  return face;
}

// True to scale, but a board is shown smaller beside cards, and a token is never too small to see.
function tileWidth(deck) {
  const longest = Math.max(deck.width_mm, deck.height_mm);
  const shown = longest > LARGE_MM ? LARGE_MM + (longest - LARGE_MM) * 0.3 : longest;
  return Math.max(SMALLEST_PX, (deck.width_mm * wanted.zoom * shown) / longest);
}

// The smallest pictures that are sharp at this size on this screen: 100, 200 or 300 dpi.
const tileScale = () => Math.min(LARGE_SCALE, Math.ceil((wanted.zoom * devicePixelRatio * 25.4) / 100));

function tileSpan(deck, troubles) {
  const faces = sides(deck).length * (tileWidth(deck) + 8) - 8;
  return Math.max(troubles ? 176 : 108, faces + 2 * TILE_PADDING_PX);
}

// Shows a face in its cut shape; gives back whether one picture took the place of another.
function paintFace(face, card, deck, { key, width, scale, guides = false }) {
  const around = guides ? 2 * deck.bleed_mm : 0;
  face.style.width = `${(width * (deck.width_mm + around)) / deck.width_mm}px`;
  face.style.maxWidth = face.closest("dialog") ? "none" : "100%";
  face.style.aspectRatio = `${deck.width_mm + around} / ${deck.height_mm + around}`;
  const cut = face.firstChild;
  cut.style.clipPath = guides ? "none" : deck.clip;
  const backless = face.dataset.side === "back" && !deck.has_back;
  face.classList.toggle("none", backless);
  face.classList.toggle("waiting", !card.composed);
  const failed = card.composed && !key && !backless;
  const short = width < ROOMY_PX;
  face.classList.toggle("failed", failed);
  face.classList.toggle("short", failed && short);
  if (!key) {
    const words = failed ? (short ? "cannot be drawn" : troubleList(troublesOf(card), MOST_TROUBLES)) : "";
    cut.replaceChildren(backless ? "no back" : words);
    return false;
  }
  const known = face.dataset.key;
  face.dataset.key = key;
  paintPicture(cut, deck, `face/${key}.png?scale=${scale}`, guides);
  return Boolean(known) && known !== key;
}

function paintPicture(cut, deck, source, guides) {
  let picture = cut.querySelector("img");
  if (!picture) {
    picture = make("img");
    picture.alt = "";
    picture.decoding = "async";
    picture.loading = "lazy";
    cut.replaceChildren(picture);
  }
  const [over, down] = guides ? [0, 0] : [deck.bleed_mm / deck.width_mm, deck.bleed_mm / deck.height_mm];
  picture.style.left = `${-100 * over}%`;
  picture.style.top = `${-100 * down}%`;
  picture.style.width = `${100 * (1 + 2 * over)}%`;
  picture.style.height = `${100 * (1 + 2 * down)}%`;
  // The old picture stays until the new one is there: nothing flickers.
  if (picture.getAttribute("src") !== source) picture.src = source;
}

function flash(item) {
  item.classList.remove("just-now");
  void item.offsetWidth;
  item.classList.add("just-now");
}

// ---- problems and filters ----------------------------------------------------------------------

function troubleItem(problem, link = null) {
  const item = make("li", "trouble");
  item.append(make("span", "where", problem.where), problem.found);
  if (problem.allowed) item.append(make("span", "hint", `; allowed: ${problem.allowed}`));
  if (problem.hint) item.append(make("span", "hint", `; ${problem.hint}`));
  if (link) item.append(" ", link);
  return item;
}

function paintTroubles() {
  const box = $("troubles");
  const groups = grouped();
  box.hidden = groups.length === 0;
  const count = countProblems(gallery.problems, gallery.cards);
  const kept = gallery.problems.length && gallery.cards.length ? "; the cards are the last good ones" : "";
  const list = make("ul");
  list.append(...groups.slice(0, MOST_GROUPS).map(({ problem, cards }) => troubleItem(problem, linkTo(cards))));
  if (groups.length > MOST_GROUPS) list.append(make("li", "hint", `and ${groups.length - MOST_GROUPS} more, each at its card`));
  box.replaceChildren(make("h2", "", `${counted(count, "problem", "problems")}${kept}`), list);
}

// A mistake in a template meets every card of a deck: it is told once, with the cards it meets.
function grouped() {
  const groups = new Map();
  const note = (problem, where, name) => {
    const key = `${where}\n${problem.found}`;
    if (!groups.has(key)) groups.set(key, { problem: { ...problem, where }, cards: [] });
    if (name) groups.get(key).cards.push(name);
  };
  for (const problem of gallery.problems) note(problem, problem.where, problem.card);
  for (const card of gallery.cards) {
    for (const problem of card.problems) note(problem, problem.where.replace(/ \([^()]*\)$/, ""), card.name);
  }
  return [...groups.values()];
}

function linkTo(cards) {
  if (!cards.length) return null;
  return toCard(cards[0], cards.length === 1 ? "show the card" : `show the first of ${cards.length} cards`);
}

function toCard(name, words) {
  const button = make("button", "", words);
  button.type = "button";
  button.addEventListener("click", () => {
    clearFilters();
    focusCard(nodes.get(name));
  });
  return button;
}

function paintChips() {
  const all = chip("All", gallery.cards.length, wanted.decks.size === 0, () => wanted.decks.clear());
  const decks = gallery.decks.map((deck) =>
    chip(deck.title, deck.different, wanted.decks.has(deck.name), () =>
      wanted.decks.delete(deck.name) || wanted.decks.add(deck.name)));
  const focused = [...$("decks").children].indexOf(document.activeElement);
  $("decks").replaceChildren(all, ...decks);
  if (focused >= 0) $("decks").children[focused]?.focus();
  const changed = gallery.cards.filter((card) => card.state).length;
  const troubled = gallery.cards.filter((card) => troublesOf(card).length).length;
  label($("changed"), "Changed", changed, wanted.changed, "has-changed");
  label($("problems"), "With problems", troubled, wanted.problems, "has-problems");
  $("all-seen").hidden = changed === 0;
}

function chip(title, count, pressed, toggle) {
  const button = make("button", "chip");
  button.type = "button";
  label(button, title, count, pressed);
  button.addEventListener("click", () => {
    toggle();
    paintChips();
    filter();
  });
  return button;
}

function label(button, title, count, pressed, mark = "") {
  button.replaceChildren(title, make("small", "", String(count)));
  button.setAttribute("aria-pressed", String(pressed));
  if (mark) button.classList.toggle(mark, count > 0);
}

function matches(card, words) {
  if (wanted.decks.size && !wanted.decks.has(card.deck)) return false;
  if (wanted.changed && !card.state) return false;
  if (wanted.problems && !troublesOf(card).length) return false;
  if (!words.length) return true;
  const text = plain([card.id, card.deck, deckOf(card).title, ...card.fields.map(([, value]) => value)].join("\n"));
  return words.every((word) => text.includes(word));
}

function filter() {
  const words = plain(wanted.text).split(/\s+/).filter(Boolean);
  for (const card of gallery.cards) nodeOf(card).hidden = !matches(card, words);
  for (const section of document.querySelectorAll(".deck")) {
    section.hidden = !section.querySelector(".card:not([hidden])");
  }
  const nothing = document.querySelector(".nothing");
  const shown = visible();
  nothing.hidden = shown.length > 0;
  nothing.textContent = gallery.cards.length ? "No card matches the search and filters." : "No cards yet.";
  rove(shown.find((item) => item.firstChild.tabIndex === 0) ?? shown[0]);
  remember();
}

function clearFilters() {
  Object.assign(wanted, { text: "", changed: false, problems: false });
  wanted.decks.clear();
  $("text").value = "";
  paintChips();
  filter();
}

const visible = () => [...document.querySelectorAll(".deck:not([hidden]) .card:not([hidden])")];

// The address holds what is shown, so that a reload or a bookmark shows it again.
function remember() {
  const kept = new URLSearchParams({ game: wanted.game, lang: wanted.lang });
  if (wanted.side !== "front") kept.set("side", wanted.side);
  for (const deck of wanted.decks) kept.append("deck", deck);
  if (wanted.text) kept.set("q", wanted.text);
  if (wanted.changed) kept.set("changed", "");
  if (wanted.problems) kept.set("problems", "");
  if (wanted.zoom !== 2.6) kept.set("zoom", wanted.zoom);
  history.replaceState(null, "", `?${kept}`);
}

// ---- keyboard ------------------------------------------------------------------------------------

// One card of the grid can be reached with Tab; arrows move which one.
function rove(item) {
  for (const tile of document.querySelectorAll('.tile[tabindex="0"]')) tile.tabIndex = -1;
  if (item) item.firstChild.tabIndex = 0;
}

function focusCard(item) {
  if (!item) return;
  rove(item);
  item.firstChild.focus();
  item.scrollIntoView({ block: "nearest" });
}

function neighbour(item, key) {
  const items = visible();
  const at = items.indexOf(item);
  if (key === "ArrowRight") return items[at + 1];
  if (key === "ArrowLeft") return items[at - 1];
  if (key === "Home") return items[0];
  if (key === "End") return items.at(-1);
  return nearestRow(items, item, key === "ArrowDown" ? 1 : -1);
}

// The card above or below: of the nearest row, the one whose middle is nearest.
function nearestRow(items, item, way) {
  const box = item.getBoundingClientRect();
  const middle = box.left + box.width / 2;
  let best = null;
  for (const other of items) {
    const place = other.getBoundingClientRect();
    const down = way * (place.top - box.top);
    if (down <= 4) continue;
    const score = down * 10 + Math.abs(place.left + place.width / 2 - middle);
    if (!best || score < best.score) best = { other, score };
  }
  return best?.other;
}

$("gallery").addEventListener("keydown", (event) => {
  const item = event.target.closest(".card");
  if (!item || event.altKey || event.ctrlKey || event.metaKey) return;
  if (["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "Home", "End"].includes(event.key)) {
    event.preventDefault();
    focusCard(neighbour(item, event.key));
  }
});
$("gallery").addEventListener("focusin", (event) => {
  const item = event.target.closest(".card");
  if (item) rove(item);
});
document.addEventListener("keydown", (event) => {
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  if (event.key === "/" && !typing && !$("large").open) {
    event.preventDefault();
    $("text").focus();
  }
});

// ---- the large view ------------------------------------------------------------------------------

function enlarge(name) {
  open.name = name;
  $("before").checked = false;
  if (!$("large").open) $("large").showModal();
  paintLarge();
  $("large-title").focus();
}

function paintLarge() {
  const card = cardNamed(open.name);
  if (!card) return $("large").close();
  const deck = deckOf(card);
  const items = visible();
  const at = items.indexOf(nodes.get(card.name));
  $("large-title").replaceChildren(breakable("span", card.id), make("small", "", ` · ${deck.title}`));
  $("large-count").textContent = at < 0 ? "" : `${at + 1} of ${items.length}`;
  $("before-field").hidden = !card.before;
  $("one-seen").hidden = !card.state;
  paintLargeFaces(card, deck);
  const troubles = troublesOf(card);
  $("large-problems").replaceChildren(...(troubles.length ? [troubleList(troubles)] : []));
  $("large-fields").replaceChildren(...facts(card).flatMap(([name, value]) => [make("dt", "", name), make("dd", "", value)]));
}

function facts(card) {
  const about = [["file and line", card.place], ["version", card.version || "–"], ["copies", String(card.copies)]];
  return [...card.fields.filter(([, value]) => value), ...about];
}

function paintLargeFaces(card, deck) {
  const earlier = $("before").checked && card.before;
  const keys = earlier ? { front: card.before[0], back: card.before[1] } : card;
  const shown = deck.has_back ? ["front", "back"] : ["front"];
  const place = $("large-faces");
  if ([...place.children].map((figure) => figure.dataset.side).join() !== shown.join()) {
    place.replaceChildren(...shown.map(figureOf));
  }
  const width = largeWidth(deck, shown.length);
  for (const figure of place.children) {
    const face = figure.firstChild;
    const guides = $("guides").checked;
    paintFace(face, card, deck, { key: keys[face.dataset.side], width, scale: LARGE_SCALE, guides });
    face.querySelector(".guides")?.remove();
    if (guides && keys[face.dataset.side]) face.append(guideLines(deck));
    const title = face.dataset.side === "front" ? "Front" : "Back";
    figure.lastChild.textContent = earlier ? `${title}, before` : title;
    face.querySelector("img")?.setAttribute("alt", `${title} of ${card.id}`);
  }
}

function figureOf(side) {
  const figure = make("figure");
  figure.dataset.side = side;
  figure.append(newFace(side), make("figcaption"));
  return figure;
}

// As large as both sides fit beside each other (below each other on a narrow screen).
function largeWidth(deck, count) {
  const room = $("large-faces");
  const narrow = matchMedia("(max-width: 700px)").matches;
  const across = (room.clientWidth - 36 - 18 * (count - 1)) / (narrow && deck.width_mm > deck.height_mm ? 1 : count);
  const down = narrow ? innerHeight * 0.6 : room.clientHeight - 76;
  const bleed = $("guides").checked ? 2 * deck.bleed_mm : 0;
  const scale = Math.min(across / (deck.width_mm + bleed), down / (deck.height_mm + bleed), 12);
  return deck.width_mm * scale * ($("magnify").checked ? 2 : 1);
}

function guideLines(deck) {
  const box = `${-deck.bleed_mm} ${-deck.bleed_mm} ${deck.width_mm + 2 * deck.bleed_mm} ${deck.height_mm + 2 * deck.bleed_mm}`;
  const lines = drawn("svg", { class: "guides", viewBox: box, "aria-hidden": "true" });
  for (const [kind, path] of [["under", deck.cut], ["cut", deck.cut], ["under", deck.safe], ["safe", deck.safe]]) {
    lines.append(drawn("path", { class: `line-${kind}`, d: path }));
  }
  return lines;
}

function walk(way) {
  const items = visible();
  const at = items.indexOf(nodes.get(open.name));
  const next = items[at + way];
  if (next) {
    open.name = next.dataset.name;
    $("before").checked = false;
    paintLarge();
  }
}

$("large").addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight") walk(1);
  if (event.key === "ArrowLeft") walk(-1);
});
$("large").addEventListener("click", (event) => {
  if (event.target === $("large")) $("large").close();
});
$("large").addEventListener("close", () => focusCard(nodes.get(open.name)));
$("earlier").addEventListener("click", () => walk(-1));
$("later").addEventListener("click", () => walk(1));
$("close").addEventListener("click", () => $("large").close());
$("guides").addEventListener("change", paintLarge);
$("magnify").addEventListener("change", paintLarge);
$("before").addEventListener("change", paintLarge);
$("one-seen").addEventListener("click", () => {
  markSeen(open.name);
  $("large-title").focus();
});
addEventListener("resize", () => $("large").open && paintLarge());

// ---- the controls ----------------------------------------------------------------------------------

function forget() {
  nodes.clear();
  watcher.disconnect();
  onScreen.clear();
}

function repaintAll() {
  for (const card of gallery.cards) paint(card);
  filter();
}

$("game").addEventListener("change", (event) => {
  Object.assign(wanted, { game: event.target.value, lang: "", changed: false, problems: false });
  wanted.decks.clear();
  forget();
  connect();
});
$("lang").addEventListener("change", (event) => {
  wanted.lang = event.target.value;
  forget();
  connect();
});
$("side").addEventListener("change", (event) => {
  wanted.side = event.target.value;
  repaintAll();
});
$("zoom").addEventListener("input", (event) => {
  wanted.zoom = Number(event.target.value);
  repaintAll();
});
$("text").addEventListener("input", (event) => {
  wanted.text = event.target.value;
  filter();
});
$("text").addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    wanted.text = event.target.value = "";
    filter();
  }
  if (event.key === "Enter" || event.key === "ArrowDown") {
    event.preventDefault();
    focusCard(visible()[0]);
  }
});
for (const name of ["changed", "problems"]) {
  $(name).addEventListener("click", () => {
    wanted[name] = !wanted[name];
    paintChips();
    filter();
  });
}
$("all-seen").addEventListener("click", () => {
  markSeen();
  $("changed").focus();
});

document.querySelector(`[name="side"][value="${wanted.side}"]`).checked = true;
$("text").value = wanted.text;
$("zoom").value = wanted.zoom;
connect();
