// A table is an append-only list of taps; what it says now is folded from them.
//   {do: "start", answers}            how it began; stays for ever
//   {do: "set", sets: [[path, to]]}   answers given; to = null takes an answer back
//   {do: "add", group, item}  {do: "drop", group, index}
//   {do: "all", answers}              everything at once: an example, a shared table, a file
//   {do: "undo"}  {do: "redo"}
import { get, put } from "./answers.js";
import { kindOf } from "./kinds/index.js";
import { itemName } from "./labels.js";
import { isNothing } from "./values.js";
import { say, sayOf } from "./words.js";

export function fold(form, taps) {
  const done = [];
  let undone = [];
  let answers = {};
  for (const tap of taps) {
    if (tap.do === "start") answers = tap.answers;
    else if (tap.do === "undo") {
      if (done.length) undone.push(done.pop());
    } else if (tap.do === "redo") {
      if (undone.length) done.push(undone.pop());
    } else {
      done.push(tap);
      undone = [];
    }
  }
  const steps = [answers];
  for (const tap of done) steps.push(applied(form, steps.at(-1), tap));
  return { answers: steps.at(-1), before: steps.at(-2) ?? answers, undo: done.at(-1), redo: undone.at(-1) };
}

export function applied(form, answers, tap) {
  if (tap.do === "all") return tap.answers;
  if (tap.do === "add") {
    return { ...answers, [tap.group]: [...(answers[tap.group] ?? []), tap.item] };
  }
  if (tap.do === "drop") {
    return { ...answers, [tap.group]: answers[tap.group].filter((_, index) => index !== tap.index) };
  }
  return (tap.sets ?? []).reduce((now, [path, to]) => put(now, path, to), answers);
}

// ---- the words of a step -------------------------------------------------------------------

export function words(form, answers, tap) {
  if (!tap) return "";
  if (tap.do === "all") return say("step_all");
  if (tap.do === "add") return sayOf("add", tap.group, { what: groupName(form, tap.group) });
  if (tap.do === "drop") return say("remove_what", { what: itemName({ key: tap.group, label: groupName(form, tap.group) }, answers, tap.index) });
  const [path, to] = tap.sets[0];
  return `${placeName(form, answers, path)}: ${valueName(form, answers, path, to)}`;
}

const groupName = (form, key) => form.fields.find((field) => field.group?.key === key).group.label;

export function fieldAt(form, path) {
  const inside = path.length > 2 || Number.isInteger(path[1]);
  const group = form.fields.find((field) => field.group?.key === path[0]);
  if (group && inside) return form.fields.find((field) => field.group?.key === path[0] && field.key === path[2]);
  return form.fields.find((field) => !field.group && field.key === path[0]);
}

export function placeName(form, answers, path) {
  const field = fieldAt(form, path);
  if (!field) return String(path[0]);
  const place = kindOf(field).placeText(field, path.slice(field.group ? 3 : 1));
  return field.group ? `${itemName(field.group, answers, path[1])}: ${place}` : place;
}

export function valueName(form, answers, path, value) {
  const field = fieldAt(form, path);
  if (isNothing(value) || value === "") return "–";
  return kindOf(field).valueText(form, answers, field, value) || "–";
}

// ---- differences ---------------------------------------------------------------------------

// Every place where two tables differ: [path, mine, theirs].
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
