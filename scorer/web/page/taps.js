// A table is an append-only list of taps; its current answers are computed from them.
//   {do: "start", answers}            the initial answers; cannot be undone
//   {do: "set", sets: [[path, to]]}   set answers; to = null clears an answer
//   {do: "count", path, add, low, high, from}   add or subtract, within the field's limits;
//                                     an empty field counts from "from"
//   {do: "add", group, item}  {do: "drop", group, index}
//   {do: "all", answers}              replace everything: an example, a shared table, a file
//   {do: "undo"}  {do: "redo"}
//   {do: "finish"}                    someone opened the result; any later tap cancels it
// Steps of one run, such as the digits of a number, are undone together. The last one replaces the
// others, except that counts add up.
import { get, put } from "./answers.js";
import { kindOf } from "./kinds/index.js";
import { addTo, choiceLabel, isNothing, itemName } from "./fields.js";
import { PEOPLE, seatsOf } from "./people.js";
import { say, sayOf } from "./page.js";

// A tap of a table that several phones fill in also has {mark, by, n}: its id, its phone, and one
// more than the highest number that the phone had seen. Taps are sorted by n and mark.
// scorer/web/live/taps.py does the same in Python.

/** Return every tap once, in the order that all phones agree on. @type {(...logs: Tap[][]) => Tap[]} */
export function merge(...logs) {
  const once = new Map();
  for (const tap of logs.flat()) if (!once.has(tap.mark)) once.set(tap.mark, tap);
  return [...once.values()].sort((one, other) => one.n - other.n || (one.mark < other.mark ? -1 : 1));
}

/** Compute the answers now and before the last step, and the steps of this phone that it can undo
 * or redo. */
export function replay(/** @type {Tap[]} */ taps, me = "") {
  const phones = new Map();
  const phone = (by = "") => phones.get(by) ?? phones.set(by, { done: [], undone: [] }).get(by);
  let base = /** @type {Answers | undefined} */ (undefined);
  const steps = [];
  for (const tap of taps) {
    const own = phone(tap.by);
    if (tap.do === "start") base ??= tap.answers;
    else if (tap.do === "undo") own.undone.push(...own.done.splice(-1));
    else if (tap.do === "redo") own.done.push(...own.undone.splice(-1));
    else if (STEPS.includes(tap.do)) {
      const run = tap.run && own.done.at(-1)?.[0].run === tap.run ? own.done.pop() : [];
      own.done.push(tap.do === "count" ? [...run, tap] : [tap]);
      own.undone = [];
      steps.push(tap);
    }
  }
  const standing = new Set([...phones.values()].flatMap(({ done }) => done.flat()));
  let [before, answers] = [base ?? {}, base ?? {}];
  for (const tap of steps) if (standing.has(tap)) [before, answers] = [answers, apply(answers, tap)];
  return { answers, before, undo: asOne(phone(me).done.at(-1)), redo: asOne(phone(me).undone.at(-1)) };
}

const STEPS = ["all", "set", "count", "add", "drop"];

/** Merge a step into one tap: counts of one run add up. @type {(step?: Tap[]) => Tap | undefined} */
function asOne(step) {
  const last = step?.at(-1);
  return last?.do === "count" ? { ...last, add: (step ?? []).reduce((sum, tap) => sum + (tap.do === "count" ? tap.add : 0), 0) } : last;
}

/** Return the answers after a step. If another phone removed its target, nothing changes. */
export function apply(/** @type {Answers} */ answers, /** @type {Tap} */ tap) {
  if (tap.do === "all") return tap.answers;
  if (tap.do === "set") return tap.sets.reduce((now, [path, to]) => (isThere(now, path) ? put(now, path, to) : now), answers);
  if (tap.do === "count") return isThere(answers, tap.path) ? put(answers, tap.path, addTo(get(answers, tap.path), tap)) : answers;
  if (tap.do !== "add" && tap.do !== "drop") return answers;
  const items = answers[tap.group] ?? [];
  if (!Array.isArray(items)) return answers;
  if (tap.do === "add") return { ...answers, [tap.group]: [...items, tap.item] };
  return { ...answers, [tap.group]: items.filter((_, index) => index !== tap.index) };
}

function isThere(/** @type {Answers} */ answers, /** @type {Path} */ [key, ...inside]) {
  const value = answers[key];
  if (!inside.length) return true;
  if (!Array.isArray(value)) return inside.length === 1 && (isNothing(value) || typeof value === "object");
  const one = Number.isInteger(inside[0]) ? value[Number(inside[0])] : undefined;
  if (inside.length !== 2 || isNothing(one)) return false;
  if (typeof one === "string") return Number.isInteger(inside[1]) && Number(inside[1]) >= 0 && Number(inside[1]) < one.split(" ").length;
  return typeof one === "object" && typeof inside[1] === "string";
}

export function words(/** @type {Form} */ form, /** @type {Answers} */ answers, /** @type {Tap} */ tap) {
  if (tap.do === "all") return say("step_all");
  if (tap.do === "add") return sayOf("add", tap.group, { what: groupAt(form, tap.group).label });
  if (tap.do === "drop") return say("remove_what", { what: itemName(groupAt(form, tap.group), answers, tap.index) });
  if (tap.do === "finish") return say("step_finished");
  if (tap.do === "count") return `${placeName(form, answers, tap.path)}: ${tap.add < 0 ? "−" : "+"}${Math.abs(tap.add)}`;
  if (tap.do !== "set") return "";
  const [path, to] = tap.sets[0];
  return `${placeName(form, answers, path)}: ${valueName(form, answers, path, to)}`;
}

/** @type {(form: Form, key: string) => any} */
const groupAt = (form, key) => form.fields.find((field) => field.group?.key === key)?.group;

export function fieldAt(/** @type {Form} */ form, /** @type {Path} */ path) {
  const inside = path.length > 2 || Number.isInteger(path[1]);
  const group = form.fields.find((field) => field.group?.key === path[0]);
  if (group && inside) return form.fields.find((field) => field.group?.key === path[0] && field.key === path[2]);
  return form.fields.find((field) => !field.group && field.key === path[0]);
}

export function placeName(/** @type {Form} */ form, /** @type {Answers} */ answers, /** @type {Path} */ path) {
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

export function differences(/** @type {Form} */ form, /** @type {Answers} */ mine, /** @type {Answers} */ theirs) {
  const both = paths(form, mine, theirs).map((path) => /** @type {Difference} */ ([path, get(mine, path), get(theirs, path)]));
  return both.filter(([, one, other]) => JSON.stringify(one ?? null) !== JSON.stringify(other ?? null));
}

const paths = (/** @type {Form} */ form, /** @type {Answers} */ mine, /** @type {Answers} */ theirs) =>
  form.fields.flatMap((field) => homes(field, mine, theirs).flatMap((home) => kindOf(field).places(field).map((path) => [...home, ...path])));

// The paths to a field: one, or one for each player or vote.
/** @param {Field} field @param {Answers} mine @param {Answers} theirs @returns {Path[]} */
function homes({ key, group }, mine, theirs) {
  if (!group) return [[key]];
  const most = Math.max(mine[group.key]?.length ?? 0, theirs[group.key]?.length ?? 0);
  return Array.from({ length: most }, (_, index) => [group.key, index, key]);
}
