// Problems: at their card, and all of them at the top.
import { $, button, make } from "../../../scorer/web/page/dom.js";
import { lang } from "../../../scorer/web/page/language.js";
import { say } from "../../../scorer/web/page/words.js";
import { countProblems } from "./status_line.js";
import { current } from "./view.js";

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
  const items = groups.slice(0, MOST_GROUPS).map((group) => problemItem(group.problem, linkTo(group.cards, goTo)));
  const more = groups.length - MOST_GROUPS;
  const list = make("ul", {}, ...items, more > 0 ? make("li", { class: "hint" }, say("more_at_cards", { n: more })) : null);
  $("all-problems").replaceChildren(make("h2", {}, say(heading, { n: countProblems(problems, cards) })), list);
}

// A mistake in a template affects every card of a deck: show it once, with the affected cards.
function problemGroups() {
  /** @type {Map<string, {problem: ToldProblem, cards: string[]}>} */
  const groups = new Map();
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

function linkTo(/** @type {string[]} */ cards, /** @type {(card: string) => void} */ goTo) {
  if (!cards.length) return null;
  return button(say("show_card", { n: cards.length }), () => goTo(cards[0]), { lang });
}
