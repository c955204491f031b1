// The connection to the server: the gallery, its changes, and which cards were seen.
import { lang, say } from "../../../scorer/web/page/page.js";
import { ask, postJson } from "../../../scorer/web/page/requests.js";
import { opened } from "./server.js";
import { announce, showStatus } from "./problems.js";
import { address, cardNamed, nodes, current, settings } from "./view.js";

/** Fetch what the page shows with another gallery; what is returned shows it. @typedef {() => Promise<() => void>} Prepare */
/** @type {Prepare} */
let prepare = async () => () => undefined;
/** @type {() => void} */
let begin;
/** @type {EventSource | undefined} */
let stream;
let loads = 0;
/** @type {GalleryChange[] | null} */
let early = []; // changes that arrived while the gallery was loading; else null

/** Resolves when the first gallery is there. @type {(more?: Prepare) => Promise<void>} */
export function connect(more = prepare) {
  prepare = more;
  reconnect();
  return new Promise((resolve) => (begin = () => resolve()));
}

/** Show another gallery: none of these cards is visible any more. */
export function reconnect() {
  nodes.clear();
  watcher.disconnect();
  onScreen.clear();
  opened.then(follow, () => showStatus("")); // a note says why
}

function follow() {
  stream?.close();
  early = []; // changes for the previous gallery are useless
  stream = new EventSource(address("events"));
  stream.addEventListener("ready", () => load().catch(onLost));
  stream.onmessage = (message) => receive(JSON.parse(message.data));
  stream.onerror = onLost;
}

function onLost() {
  showStatus(say("lost"), true);
}

async function load() {
  const turn = ++loads;
  early ??= [];
  const answer = await ask(address("gallery.json", { page: lang }));
  /** @type {Gallery | null} */
  const fresh = answer.ok ? await answer.json() : null;
  if (turn !== loads) return; // another gallery was requested meanwhile
  if (!fresh) return showStatus(say("no_game"), true);
  Object.assign(settings, { game: fresh.slug, lang: fresh.lang });
  const show = await prepare().catch((fault) => showStatus(fault.message, true));
  if (turn !== loads || !show) return;
  const before = current.gallery;
  current.gallery = fresh;
  show();
  for (const name of nodes.keys()) if (!cardNamed(name)) nodes.delete(name);
  const late = early.filter((change) => change.generation > fresh.generation);
  early = null;
  showStatus("");
  if (before?.slug === fresh.slug && before.lang === fresh.lang) announce(before.cards, before.problems);
  begin();
  late.forEach(receive);
}

function receive(/** @type {GalleryChange} */ change) {
  if (early) return void early.push(change);
  if (change.kind === "gallery") return void load().catch(onLost);
  const { cards, problems } = current.gallery;
  const fresh = new Map(change.cards.map((card) => [card.name, card]));
  current.gallery = {
    ...current.gallery,
    generation: change.generation,
    complete: change.complete,
    problems: change.problems,
    cards: cards.map((card) => fresh.get(card.name) ?? card),
  };
  announce(cards, problems);
}

export async function markSeen(card = "") {
  await postJson(address("seen", card ? { card } : {}), {});
}

/** Report which cards are visible, so that they are drawn first after a save. @type {Set<string>} */
const onScreen = new Set();
/** @type {Timer} */
let lookTimer;
const watcher = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    const { name = "" } = /** @type {HTMLElement} */ (target).dataset;
    if (isIntersecting) onScreen.add(name);
    else onScreen.delete(name);
  }
  clearTimeout(lookTimer);
  lookTimer = setTimeout(tellLooking, 150);
});

function tellLooking() {
  const cards = [...onScreen].slice(0, 100).map((name) => `&card=${encodeURIComponent(name)}`);
  postJson(address("looking") + cards.join(""), {}).catch(onLost);
}

export const lookAt = (/** @type {Element} */ node) => watcher.observe(node);
