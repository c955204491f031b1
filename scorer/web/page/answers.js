// Answers and the paths into them. Pure functions on plain values.
// A path is a list: ["players", 0, "targets.0"], ["board", 1, 2] (row and column from 0), ["impacts"].
// A row of a board is one string; paths continue to its cells.
import { lettersOf } from "./board/letters.js";
import { kindOf } from "./kinds/index.js";
import { arePeople, PEOPLE } from "./people.js";
import { isNothing, itemsOf } from "./fields.js";

export function get(/** @type {Answers} */ answers, /** @type {Path} */ path) {
  /** @type {any} */
  let value = answers;
  for (const step of path) {
    if (isNothing(value)) return undefined;
    value = typeof value === "string" ? value.split(" ")[Number(step)] : value[step];
  }
  return value;
}

/** @param {any} answers @param {Path} path @param {any} value @returns {any} */
export function put(answers, path, value) {
  const [step, ...rest] = path;
  if (path.length === 2 && typeof answers[step] === "string") {
    const cells = answers[step].split(" ");
    cells[Number(path[1])] = value;
    return Object.assign([...answers], { [step]: cells.join(" ") });
  }
  const copy = Array.isArray(answers) ? [...answers] : { ...answers };
  if (rest.length) copy[step] = put(answers?.[step] ?? {}, rest, value);
  else if (isNothing(value)) delete copy[step];
  else copy[step] = value;
  return copy;
}

/** Return the answers of a new table: the minimum number of players and all defaults. */
export function start(/** @type {Form} */ form, /** @type {NameOf} */ nameOf) {
  const answers = /** @type {Answers} */ ({});
  for (const field of form.fields) {
    if (field.group) {
      const { key, least, most } = field.group;
      const usual = key === "players" ? Math.min(Math.max(least, 2), most) : least;
      answers[key] ??= Array.from({ length: usual }, () => ({}));
      answers[key] = itemsOf(answers, key).map((item, index) => ({ ...item, ...fresh(field, index, nameOf) }));
    } else Object.assign(answers, fresh(field, 0, nameOf));
  }
  return answers;
}

/** Return a new player or vote. @type {(form: Form, group: string, index: number, nameOf: NameOf) => Answers} */
export function item(form, group, index, nameOf) {
  const fields = form.fields.filter((field) => field.group?.key === group);
  return Object.assign({}, ...fields.map((field) => fresh(field, index, nameOf)));
}

function fresh(/** @type {Field} */ field, /** @type {number} */ index, /** @type {NameOf} */ nameOf) {
  const value = kindOf(field).initial(field, index, nameOf);
  return value === undefined ? {} : { [field.key]: value };
}

/** Check that answers from outside have the shape of the form; the rules check their values. */
export function sound(/** @type {Form} */ form, /** @type {any} */ answers) {
  if (Array.isArray(answers) || !arePeople(answers[PEOPLE])) return false;
  return form.fields.every((field) => {
    if (!field.group) return kindOf(field).isSound(field, answers[field.key]);
    const items = answers[field.group.key] ?? [];
    if (!Array.isArray(items) || items.length < field.group.least || items.length > field.group.most) return false;
    return items.every((one) => one && typeof one === "object" && !Array.isArray(one) && kindOf(field).isSound(field, one[field.key]));
  });
}

/** Count how many of a limited component the answers use. */
function counts(/** @type {Form} */ form, /** @type {Answers} */ answers, /** @type {Limit} */ limit) {
  return limit.counts.reduce((sum, [key, component]) => sum + inField(form, answers, key, component), 0);
}

/** @type {(form: Form, answers: Answers, key: string, component: string) => number} */
function inField(form, answers, key, component) {
  const field = form.fields.find((one) => one.key === key);
  if (!field) return 0;
  const items = field.group ? itemsOf(answers, field.group.key) : [answers];
  const values = items.map((one) => one[key]).filter((value) => !isNothing(value));
  return values.reduce((sum, value) => sum + kindOf(field).count(value, component), 0);
}

/** Return the limits for these answers: a limit per letter appears once for each letter in use. */
function limitsOf(/** @type {Form} */ form, /** @type {Answers} */ answers) {
  const letters = Object.keys(lettersOf(form, answers));
  /** @param {Limit} limit @returns {Limit[]} */
  const apart = (limit) => letters.map((letter) => ({ ...limit, counts: limit.counts.map(([key]) => [key, letter]) }));
  return form.limits.flatMap((limit) => (limit.each ? apart(limit) : [limit]));
}

/** Return how many more the box contains for a field; undefined if the box sets no limit.
 * @type {(form: Form, answers: Answers, key: string, holds: (component: string) => boolean) => number | undefined} */
export function leftInBox(form, answers, key, holds) {
  const limits = limitsOf(form, answers).filter((one) => one.counts.some(([counted_, component]) => counted_ === key && holds(component)));
  const left = limits.map((limit) => Math.max(0, limit.most - counts(form, answers, limit)));
  return left.length ? Math.min(...left) : undefined;
}

/** Return the limit that a change exceeds, if any; a value that was already too high may stay. */
export function excess(/** @type {Form} */ form, /** @type {Answers} */ before, /** @type {Answers} */ after) {
  return limitsOf(form, after).find((limit) => {
    const count = counts(form, after, limit);
    return count > limit.most && count > counts(form, before, limit);
  });
}
