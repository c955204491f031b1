// Answers and the paths into them; plain functions on plain values.
// A path is a list: ["players", 0, "targets.0"], ["board", 1, 2] (row and column from 0), ["impacts"].

export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

const isBoard = (form, key) => form.fields.some((field) => field.key === key && field.kind === "board");

export function get(form, answers, path) {
  let found = answers;
  for (const [depth, step] of path.entries()) {
    if (found === undefined || found === null) return undefined;
    found = depth === 2 && isBoard(form, path[0]) ? found.split(" ")[step] : found[step];
  }
  return found;
}

export function put(form, answers, path, value) {
  const [step, ...rest] = path;
  if (path.length === 2 && Number.isInteger(path[0]) && typeof answers[path[0]] === "string") {
    const cells = answers[path[0]].split(" ");
    cells[path[1]] = value;
    return Object.assign([...answers], { [step]: cells.join(" ") });
  }
  const copy = Array.isArray(answers) ? [...answers] : { ...answers };
  if (rest.length) copy[step] = put(form, answers?.[step] ?? {}, rest, value);
  else if (value === null || value === undefined) delete copy[step];
  else copy[step] = value;
  return copy;
}

// One choice more or fewer of several.
export function toggled(chosen, choice) {
  const now = chosen ?? [];
  return now.includes(choice) ? now.filter((one) => one !== choice) : [...now, choice];
}

export const cellsOf = (rows) => rows.map((row) => row.split(" "));

// A new table: the least number of players that makes sense, and every default.
export function start(form, nameOf) {
  const answers = {};
  for (const field of form.fields) {
    if (field.group) {
      const { key, least, most } = field.group;
      const usual = key === "players" ? Math.min(Math.max(least, 2), most) : least;
      answers[key] ??= Array.from({ length: usual }, () => ({}));
      answers[key] = answers[key].map((item, index) => ({ ...item, ...fresh(field, index, nameOf) }));
    } else Object.assign(answers, fresh(field, 0, nameOf));
  }
  return answers;
}

// A new player or vote.
export function item(form, group, index, nameOf) {
  const fields = form.fields.filter((field) => field.group?.key === group);
  return Object.assign({}, ...fields.map((field) => fresh(field, index, nameOf)));
}

function fresh(field, index, nameOf) {
  if (field.kind === "board") {
    return { [field.key]: Array(field.low).fill(Array(field.high).fill(field.default).join(" ")) };
  }
  if (field.kind === "letters") return { [field.key]: {} };
  if (field.kind === "multi") return { [field.key]: [] };
  if (field.kind === "name" && !field.optional) return { [field.key]: nameOf(index + 1) };
  return field.default === null ? {} : { [field.key]: field.default };
}

// Whether answers from outside have the shape of the form; what they say the rules will judge.
export function sound(form, answers) {
  if (Array.isArray(answers)) return false;
  return form.fields.every((field) => {
    if (!field.group) return soundValue(field, answers[field.key]);
    const items = answers[field.group.key] ?? [];
    if (!Array.isArray(items) || items.length < field.group.least || items.length > field.group.most) return false;
    return items.every((one) => one && typeof one === "object" && !Array.isArray(one) && soundValue(field, one[field.key]));
  });
}

function soundValue(field, found) {
  const text = (one) => typeof one === "string" && one.length <= 100;
  if (field.kind === "board") {
    return Array.isArray(found) && found.length === field.low && found.every((row) => text(row) && row.split(" ").length === field.high);
  }
  if (found === undefined || found === null) return true;
  if (field.kind === "letters") return typeof found === "object" && Object.values(found).every(text);
  if (field.kind === "multi") return Array.isArray(found) && found.every(text);
  return field.kind === "int" ? Number.isInteger(found) || text(found) : text(found);
}

// How many of a limited component the answers hold.
export function counted(form, answers, limit) {
  return limit.counts.reduce((sum, [key, value]) => sum + inField(form, answers, key, value), 0);
}

function inField(form, answers, key, value) {
  const field = form.fields.find((one) => one.key === key);
  const items = field.group ? (answers[field.group.key] ?? []) : [answers];
  return items.reduce((sum, one) => sum + inValue(field, one[key], value), 0);
}

function inValue(field, found, value) {
  if (found === undefined || found === null) return 0;
  if (field.kind === "int") return Number(found) || 0;
  const values = field.kind === "board" ? cellsOf(found).flat() : [found].flat();
  return values.filter((one) => (value === "A" ? /^[A-Z]$/.test(one) : one === value)).length;
}

// The limit that a change goes beyond, if any: what was too much before may stay.
export function exceeded(form, before, after) {
  return form.limits.find((limit) => {
    const count = counted(form, after, limit);
    return count > limit.most && count > counted(form, before, limit);
  });
}
