// A table is an append-only list of taps; what it says now is folded from them.
//   {do: "start", answers}            how it began; stays for ever
//   {do: "set", sets: [[path, to]]}   answers given; to = null takes an answer back
//   {do: "add", group, item}  {do: "drop", group, index}
//   {do: "all", answers}              everything at once: an example, a shared table, a file
//   {do: "undo"}  {do: "redo"}
// Steps of one run, such as the digits of a number, are undone together: the last one says it all.
import { get, put } from "./answers.js";
import { kindOf } from "./kinds/index.js";
import { choiceLabel, itemName } from "./labels.js";
import { PEOPLE, seatsOf } from "./people.js";
import { isNothing } from "./values.js";
import { say, sayOf } from "./words.js";

/** What the taps come to: the answers now and before the last step, what can be undone or redone.
 * @type {(taps: Tap[]) => {answers: Answers, before: Answers, undo?: Tap, redo?: Tap}} */
export function fold(taps) {
  /** @type {Tap[]} */
  const done = [];
  /** @type {Tap[]} */
  let undone = [];
  /** @type {Answers} */
  let answers = {};
  for (const tap of taps) {
    if (tap.do === "start") answers = tap.answers;
    else if (tap.do === "undo") undone.push(...done.splice(-1));
    else if (tap.do === "redo") done.push(...undone.splice(-1));
    else {
      if (tap.run && done.at(-1)?.run === tap.run) done.pop();
      done.push(tap);
      undone = [];
    }
  }
  let before = answers;
  for (const tap of done) [before, answers] = [answers, applied(answers, tap)];
  return { answers, before, undo: done.at(-1), redo: undone.at(-1) };
}

/** @type {(answers: Answers, tap: Tap) => Answers} */
export function applied(answers, tap) {
  if (tap.do === "all") return tap.answers;
  if (tap.do === "add") {
    return { ...answers, [tap.group]: [...(answers[tap.group] ?? []), tap.item] };
  }
  if (tap.do === "drop") {
    return { ...answers, [tap.group]: answers[tap.group].filter((_, index) => index !== tap.index) };
  }
  return tap.do === "set" ? tap.sets.reduce((now, [path, to]) => put(now, path, to), answers) : answers;
}

// ---- the words of a step -------------------------------------------------------------------

/** @type {(form: Form, answers: Answers, tap: Tap) => string} */
export function words(form, answers, tap) {
  if (tap.do === "all") return say("step_all");
  if (tap.do === "add") return sayOf("add", tap.group, { what: groupAt(form, tap.group).label });
  if (tap.do === "drop") return say("remove_what", { what: itemName(groupAt(form, tap.group), answers, tap.index) });
  if (tap.do !== "set") return "";
  const [path, to] = tap.sets[0];
  return `${placeName(form, answers, path)}: ${valueName(form, answers, path, to)}`;
}

/** @type {(form: Form, key: string) => any} */
const groupAt = (form, key) => form.fields.find((field) => field.group?.key === key)?.group;

/** @type {(form: Form, path: Path) => Field | undefined} */
export function fieldAt(form, path) {
  const inside = path.length > 2 || Number.isInteger(path[1]);
  const group = form.fields.find((field) => field.group?.key === path[0]);
  if (group && inside) return form.fields.find((field) => field.group?.key === path[0] && field.key === path[2]);
  return form.fields.find((field) => !field.group && field.key === path[0]);
}

/** @type {(form: Form, answers: Answers, path: Path) => string} */
export function placeName(form, answers, path) {
  const seats = path[0] === PEOPLE && seatsOf(form);
  if (seats) return say("name_of", { what: choiceLabel(seats, path[1]) });
  const field = fieldAt(form, path);
  if (!field) return String(path[0]);
  const place = kindOf(field).placeText(field, path.slice(field.group ? 3 : 1));
  return field.group ? `${itemName(field.group, answers, Number(path[1]))}: ${place}` : place;
}

/** @type {(form: Form, answers: Answers, path: Path, value: any) => string} */
export function valueName(form, answers, path, value) {
  if (path[0] === PEOPLE) return value || "–";
  const field = fieldAt(form, path);
  if (!field || isNothing(value) || value === "") return "–";
  return kindOf(field).valueText(form, answers, field, value) || "–";
}

// ---- differences ---------------------------------------------------------------------------

/** Every place where two tables differ.
 * @type {(form: Form, mine: Answers, theirs: Answers) => [path: Path, mine: any, theirs: any][]} */
export function differences(form, mine, theirs) {
  const found = [];
  for (const path of paths(form, mine, theirs)) {
    const [one, other] = [get(mine, path), get(theirs, path)];
    if (JSON.stringify(one ?? null) !== JSON.stringify(other ?? null)) found.push([path, one, other]);
  }
  return found;
}

function* paths(form, mine, theirs) {
  for (const field of form.fields) {
    const inside = kindOf(field).places(field);
    for (const home of homes(field, mine, theirs)) yield* inside.map((path) => [...home, ...path]);
  }
}

// The paths to a field: one, or one for each player or vote.
function homes({ key, group }, mine, theirs) {
  if (!group) return [[key]];
  const most = Math.max(mine[group.key]?.length ?? 0, theirs[group.key]?.length ?? 0);
  return Array.from({ length: most }, (_, index) => [group.key, index, key]);
}
