// One line that shows what has just changed, or that the server is gone.
import { $ } from "../../../scorer/web/page/dom.js";
import { say } from "../../../scorer/web/page/words.js";
import { cardNamed, shown } from "./view.js";

const NEWS_MS = 7000;
/** @type {{cards: Set<string>, gone: number, problems: number | null, timer: Timer}} */
const news = { cards: new Set(), gone: 0, problems: null, timer: undefined };
/** @type {Timer} */
let statusTimer;

export function showStatus(text, lost = false) {
  clearTimeout(statusTimer);
  if (text && !lost) statusTimer = setTimeout(() => showStatus(""), NEWS_MS);
  $("status").textContent = text;
  $("status").classList.toggle("lost", lost);
}

export const countProblems = (problems, cards) => problems.length + cards.reduce((sum, card) => sum + card.problems.length, 0);

const there = (card) => card && card.state !== "gone";

// Collect changes; show them once, when no more arrive for a moment.
export function announce(before, problems) {
  const known = new Map(before.map((card) => [card.name, card]));
  for (const card of shown.gallery.cards) {
    const old = known.get(card.name);
    const swapped = old?.composed && card.front && (old.front !== card.front || old.back !== card.back);
    if (there(card) && (!old || swapped)) news.cards.add(card.name);
  }
  news.gone += before.filter((card) => there(card) && !there(cardNamed(card.name))).length;
  news.problems ??= countProblems(problems, before);
  clearTimeout(news.timer);
  news.timer = setTimeout(report, 250);
}

function report() {
  const parts = [];
  const left = countProblems(shown.gallery.problems, shown.gallery.cards);
  if (news.cards.size) parts.push(say("news_changed", { n: news.cards.size }));
  if (news.gone) parts.push(say("news_removed", { n: news.gone }));
  if (left && left !== news.problems) parts.push(say("news_problems", { n: left }));
  if (!left && news.problems) parts.push(say("news_solved"));
  Object.assign(news, { cards: new Set(), gone: 0, problems: null });
  if (parts.length) showStatus(parts.join(" "));
}
