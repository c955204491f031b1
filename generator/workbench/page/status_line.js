// One line that shows what has just changed, or that the server is gone.
import { $ } from "../../../scorer/web/page/dom.js";
import { say } from "../../../scorer/web/page/words.js";
import { cardNamed, current } from "./view.js";

const NEWS_MS = 7000;
/** @type {{cards: Set<string>, gone: number, problems: number | null, timer: Timer}} */
const news = { cards: new Set(), gone: 0, problems: null, timer: undefined };
/** @type {Timer} */
let statusTimer;

export function showStatus(/** @type {string} */ text, lost = false) {
  clearTimeout(statusTimer);
  if (text && !lost) statusTimer = setTimeout(() => showStatus(""), NEWS_MS);
  $("status").textContent = text;
  $("status").classList.toggle("lost", lost);
}

export const countProblems = (/** @type {Problem[]} */ problems, /** @type {Card[]} */ cards) => problems.length + cards.reduce((sum, card) => sum + card.problems.length, 0);

const isThere = (/** @type {Card | undefined} */ card) => card && card.state !== "gone";

/** Collect changes; show them once, when no more arrive for a moment. @type {(before: Card[], problems: Problem[]) => void} */
export function announce(before, problems) {
  const byName = new Map(before.map((card) => [card.name, card]));
  for (const card of current.gallery.cards) {
    const old = byName.get(card.name);
    const swapped = old?.composed && card.front && (old.front !== card.front || old.back !== card.back);
    if (isThere(card) && (!old || swapped)) news.cards.add(card.name);
  }
  news.gone += before.filter((card) => isThere(card) && !isThere(cardNamed(card.name))).length;
  news.problems ??= countProblems(problems, before);
  clearTimeout(news.timer);
  news.timer = setTimeout(report, 250);
}

function report() {
  const parts = [];
  const left = countProblems(current.gallery.problems, current.gallery.cards);
  if (news.cards.size) parts.push(say("news_changed", { n: news.cards.size }));
  if (news.gone) parts.push(say("news_removed", { n: news.gone }));
  if (left && left !== news.problems) parts.push(say("news_problems", { n: left }));
  if (!left && news.problems) parts.push(say("news_solved"));
  Object.assign(news, { cards: new Set(), gone: 0, problems: null });
  if (parts.length) showStatus(parts.join(" "));
}
