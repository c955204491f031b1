// Problems: at their card, and all of them at the top; and the line that shows what has just changed.
import { $, button, lang, make, say } from "../../../scorer/web/page/page.js";
import { cardNamed, current } from "./view.js";

const NEWS_MS = 7000;
/** @type {{cards: Set<string>, gone: number, problems: number | null, timer: Timer}} */
const news = { cards: new Set(), gone: 0, problems: null, timer: undefined };
let statusTimer = /** @type {Timer} */ (undefined);

export function showStatus(/** @type {string} */ text, lost = false) {
  clearTimeout(statusTimer);
  if (text && !lost) statusTimer = setTimeout(() => showStatus(""), NEWS_MS);
  $("status").textContent = text;
  $("status").classList.toggle("lost", lost);
}

const countProblems = (/** @type {Problem[]} */ problems, /** @type {Card[]} */ cards) => problems.length + cards.reduce((sum, card) => sum + card.problems.length, 0);

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

const MOST_GROUPS = 8; // of problems at the top

export function problemList(/** @type {Problem[]} */ problems, /** @type {number} */ most = problems.length) {
  const items = problems.slice(0, most).map((problem) => problemItem(problemText(problem)));
  const more = problems.length - most;
  return make("ul", { class: "card-problems" }, ...items, more > 0 ? make("li", { class: "hint" }, say("more", { n: more })) : null);
}

/** Return a problem in the language of the page. @type {(problem: Problem) => ToldProblem} */
export const problemText = (problem) => problem[lang] ?? problem.en;

function problemItem(/** @type {ToldProblem} */ problem, /** @type {HTMLElement | null} */ link = null) {
  const hints = [problem.allowed && `; ${say("problem_allowed")}: ${problem.allowed}`, problem.hint && `; ${problem.hint}`].filter(Boolean);
  return make(
    "li",
    { class: "problem-item" },
    make("span", { class: "where" }, problem.where),
    problem.found,
    ...hints.map((text) => make("span", { class: "hint" }, text)),
    ...(link ? [" ", link] : []),
  );
}

/** Show all problems; `goTo(name)` opens the card of a problem. @param {(card: string) => void} goTo */
export function paintProblems(goTo) {
  const { problems, cards } = current.gallery;
  const groups = problemGroups();
  $("all-problems").hidden = groups.length === 0;
  const heading = problems.length && cards.length ? "problems_kept" : "problems";
  const items = groups.slice(0, MOST_GROUPS).map(({ problem, cards: [first, ...others] }) => {
    const words = say("show_card", { n: 1 + others.length });
    return problemItem(problem, first ? button(words, () => goTo(first), { lang }) : null);
  });
  const more = groups.length - MOST_GROUPS;
  const list = make("ul", {}, ...items, more > 0 ? make("li", { class: "hint" }, say("more_at_cards", { n: more })) : null);
  $("all-problems").replaceChildren(make("h2", {}, say(heading, { n: countProblems(problems, cards) })), list);
}

// A mistake in a template affects every card of a deck: show it once, with the affected cards.
function problemGroups() {
  const groups = /** @type {Map<string, {problem: ToldProblem, cards: string[]}>} */ (new Map());
  const note = (/** @type {ToldProblem} */ problem, /** @type {string} */ where, /** @type {string} */ name) => {
    const key = `${where}\n${problem.found}`;
    const group = groups.get(key) ?? { problem: { ...problem, where }, cards: [] };
    groups.set(key, group);
    if (name) group.cards.push(name);
  };
  for (const problem of current.gallery.problems) note(problemText(problem), problemText(problem).where, problem.card);
  for (const card of current.gallery.cards) {
    for (const problem of card.problems) note(problemText(problem), problemText(problem).where.replace(/ \([^()]*\)$/, ""), card.name);
  }
  return [...groups.values()];
}
