// The connection to the server: the gallery, its changes, and which cards were seen.
import { lang } from "../../../scorer/web/page/language.js";
import { say } from "../../../scorer/web/page/words.js";
import { opened } from "./opening.js";
import { announce, showStatus } from "./status_line.js";
import { address, shown, wanted } from "./view.js";

const POST = { method: "POST", headers: { "content-type": "application/json" } };
/** @type {{rendered(): void, updated(cards: Card[]): void}} */
let hear;
/** @type {EventSource | undefined} */
let stream;
let loads = 0;
/** @type {any[] | null} */
let early = []; // changes that arrived while the gallery was loading; else null

export function connect(listener = hear) {
  hear = listener;
  opened.then(follow, (fault) => showStatus(fault.message, true));
}

function follow() {
  stream?.close();
  early = []; // changes for the previous gallery are useless
  stream = new EventSource(address("events"));
  stream.addEventListener("ready", () => load().catch(lost));
  stream.onmessage = (message) => receive(JSON.parse(message.data));
  stream.onerror = lost;
}

function lost() {
  showStatus(say("lost"), true);
}

async function load() {
  const turn = ++loads;
  early ??= [];
  const answer = await fetch(address("gallery.json", { page: lang }));
  const found = answer.ok ? await answer.json() : null;
  if (turn !== loads) return; // another gallery was requested meanwhile
  if (!found) return showStatus(say("no_game"), true);
  const before = shown.gallery;
  shown.gallery = found;
  Object.assign(wanted, { game: found.slug, lang: found.lang });
  const late = early.filter((change) => change.generation > found.generation);
  early = null;
  showStatus("");
  if (before?.slug === found.slug && before.lang === found.lang) announce(before.cards, before.problems);
  hear.rendered();
  late.forEach(receive);
}

function receive(change) {
  if (early) return early.push(change);
  if (change.kind === "gallery") return void load().catch(lost);
  const { cards, problems } = shown.gallery;
  const fresh = new Map(change.cards.map((card) => [card.name, card]));
  shown.gallery = {
    ...shown.gallery,
    generation: change.generation,
    complete: change.complete,
    problems: change.problems,
    cards: cards.map((card) => fresh.get(card.name) ?? card),
  };
  announce(cards, problems);
  hear.updated([...fresh.values()]);
}

export async function markSeen(card = "") {
  await fetch(address("seen", card ? { card } : {}), POST);
}

// Report which cards are visible, so that they are drawn first after a save.
const onScreen = new Set();
/** @type {Timer} */
let lookTimer;
const watcher = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    const { name } = /** @type {HTMLElement} */ (target).dataset;
    if (isIntersecting) onScreen.add(name);
    else onScreen.delete(name);
  }
  clearTimeout(lookTimer);
  lookTimer = setTimeout(tellLooking, 150);
});

function tellLooking() {
  const cards = [...onScreen].slice(0, 100).map((name) => `&card=${encodeURIComponent(name)}`);
  fetch(address("looking") + cards.join(""), POST).catch(lost);
}

/** @type {(node: Element) => void} */
export const lookAt = (node) => watcher.observe(node);

// Another gallery: none of these cards is visible any more.
export function forget() {
  shown.nodes.clear();
  watcher.disconnect();
  onScreen.clear();
}
