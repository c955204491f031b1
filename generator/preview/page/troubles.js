// Problems: at a card, and all of them at the top.
import { $, button, counted, make } from "./make.js";
import { countProblems } from "./news.js";
import { shown } from "./view.js";

const MOST_GROUPS = 8; // of problems at the top

export function troubleList(problems, most = problems.length) {
  const list = make("ul", "card-troubles");
  list.append(...problems.slice(0, most).map((problem) => troubleItem(problem)));
  if (problems.length > most) list.append(make("li", "hint", `and ${problems.length - most} more`));
  return list;
}

function troubleItem(problem, link = null) {
  const item = make("li", "trouble");
  item.append(make("span", "where", problem.where), problem.found);
  if (problem.allowed) item.append(make("span", "hint", `; allowed: ${problem.allowed}`));
  if (problem.hint) item.append(make("span", "hint", `; ${problem.hint}`));
  if (link) item.append(" ", link);
  return item;
}

// All problems; `goTo(name)` leads to the card that one is about.
export function paintTroubles(goTo) {
  const { problems, cards } = shown.gallery;
  const groups = grouped();
  $("troubles").hidden = groups.length === 0;
  const kept = problems.length && cards.length ? "; the cards are the last good ones" : "";
  const list = make("ul");
  list.append(...groups.slice(0, MOST_GROUPS).map((group) => troubleItem(group.problem, linkTo(group.cards, goTo))));
  if (groups.length > MOST_GROUPS) list.append(make("li", "hint", `and ${groups.length - MOST_GROUPS} more, each at its card`));
  $("troubles").replaceChildren(make("h2", "", `${counted(countProblems(problems, cards), "problem", "problems")}${kept}`), list);
}

// A mistake in a template meets every card of a deck: it is told once, with the cards it meets.
function grouped() {
  const groups = new Map();
  const note = (problem, where, name) => {
    const key = `${where}\n${problem.found}`;
    if (!groups.has(key)) groups.set(key, { problem: { ...problem, where }, cards: [] });
    if (name) groups.get(key).cards.push(name);
  };
  for (const problem of shown.gallery.problems) note(problem, problem.where, problem.card);
  for (const card of shown.gallery.cards) {
    for (const problem of card.problems) note(problem, problem.where.replace(/ \([^()]*\)$/, ""), card.name);
  }
  return [...groups.values()];
}

function linkTo(cards, goTo) {
  if (!cards.length) return null;
  const words = cards.length === 1 ? "show the card" : `show the first of ${cards.length} cards`;
  return button("", words, () => goTo(cards[0]));
}
