// Problems: at a card, and all of them at the top.
import { $ } from "../../../scorer/web/page/dom.js";
import { lang } from "../../../scorer/web/page/language.js";
import { button, make } from "./make.js";
import { countProblems } from "./news.js";
import { shown } from "./view.js";
import { say } from "../../../scorer/web/page/words.js";

const MOST_GROUPS = 8; // of problems at the top

export function troubleList(problems, most = problems.length) {
  const list = make("ul", "card-troubles");
  list.append(...problems.slice(0, most).map((problem) => troubleItem(problem)));
  if (problems.length > most) list.append(make("li", "hint", say("more", { n: problems.length - most })));
  return list;
}

// Problems are told in English, whatever the page speaks.
function troubleItem(problem, link = null) {
  const item = make("li", "trouble");
  item.lang = "en";
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
  const heading = problems.length && cards.length ? "problems_kept" : "problems";
  const list = make("ul");
  list.append(...groups.slice(0, MOST_GROUPS).map((group) => troubleItem(group.problem, linkTo(group.cards, goTo))));
  if (groups.length > MOST_GROUPS) list.append(make("li", "hint", say("more_at_cards", { n: groups.length - MOST_GROUPS })));
  $("troubles").replaceChildren(make("h2", "", say(heading, { n: countProblems(problems, cards) })), list);
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
  const link = button("", say("show_card", { n: cards.length }), () => goTo(cards[0]));
  link.lang = lang;
  return link;
}
