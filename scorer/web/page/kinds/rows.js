// A list of items, such as roads, groups or rounds.
import { button, make } from "../dom.js";
import { help, idOf, labelled } from "../field_parts.js";
import { fullLabel } from "../labels.js";
import { counted, isNothing, limitsOf, occurrences } from "../values.js";
import { say } from "../words.js";
import * as cards from "./cards.js";
import * as choice from "./choice.js";
import * as int from "./int.js";
import * as yes_no from "./yes_no.js";

export const initial = (field) => Array.from({ length: field.low }, () => newRow(field));
export const isSound = (field, value) =>
  isNothing(value) || (Array.isArray(value) && value.length <= field.high && value.every((row) => isSoundRow(field, row)));
// Where a component is counted in an item: its place, the question and the component.
export const count = (value, component) => {
  const [at, key, wanted] = component.split(".");
  const held = value[at]?.[key];
  return Array.isArray(held) ? occurrences(held, wanted) : Number(held) || 0;
};
export const valueText = (form, answers, field, value) => value.map((row) => rowText(form, answers, field, row)).join("; ") || "–";
export const places = () => [[]];
export const placeText = (field) => field.label;
export const resultView = () => null;

const KINDS = { cards, choice, int, yes_no, rows: { ask, initial, isSound, valueText } };

const isSoundRow = (field, row) =>
  row !== null && typeof row === "object" && !Array.isArray(row) && field.data.fields.every((one) => KINDS[one.kind].isSound(one, row[one.key]));

const rowText = (form, answers, field, row) =>
  field.data.fields.map((one) => `${one.label} ${isNothing(row[one.key]) ? "–" : KINDS[one.kind].valueText(form, answers, one, row[one.key])}`).join(", ");

// A choice starts with its first value, so that every row can be scored at once.
const newRow = (field) =>
  Object.fromEntries(field.data.fields.map((one) => [one.key, one.kind === "choice" ? one.choices[0].value : KINDS[one.kind].initial(one)]));

/** @type {Kind["ask"]} */
export function ask(table, field, path) {
  const id = idOf(path);
  const list = make("ol", { class: "list-rows" });
  const now = () => table.value(path) ?? [];
  const add = button(say("add_row", { what: field.label }), () => {
    if (now().length >= field.high) return table.refuse(say("most", { what: field.label, n: field.high }));
    table.tap(path, [...now(), newRow(field)]);
  }, { class: "plain", id: `${id}-add` });
  const set = make("fieldset", {}, make("legend", {}, field.label), help(field, id), list, add);
  /** @type {{node: HTMLElement, update: () => void}[]} */
  let shown = [];
  const update = () => {
    const rows = now();
    if (shown.length !== rows.length) {
      shown = rows.map((_, at) => rowPart(table, field, path, at));
      list.replaceChildren(...shown.map((one) => one.node));
    }
    shown.forEach((one) => one.update());
    add.hidden = field.low === field.high;
  };
  return { node: labelled({ ...field, help: "" }, id, set), update };
}

// One item: its questions and a button to remove it.
function rowPart(table, field, path, at) {
  const parts = field.data.fields.map((one) => KINDS[one.kind].ask(rowTable(table, path), rowField(field, one), [...path, at, one.key]));
  const drop = button("×", () => table.tap(path, (table.value(path) ?? []).filter((_, index) => index !== at)), {
    class: "drop-row", "aria-label": say("remove_what", { what: `${fullLabel(table, field, path)} ${at + 1}` }),
  });
  const fixed = field.low === field.high;
  drop.hidden = fixed;
  const nodes = [...parts.map((part) => part.node), drop];
  const { item } = field.data;
  const node = make("li", { class: `list-row${fixed ? " fixed" : ""}` }, ...(item ? [make("fieldset", {}, make("legend", {}, `${item} ${at + 1}`), ...nodes)] : nodes));
  return { node, update: () => parts.forEach((part) => part.update()) };
}

// What the parts of a row need in addition to their own keys.
const rowField = (field, one) => ({ ...one, group: field.group, optional: false, unique: false });

// The table as the parts of a row see it: each answer replaces the whole list in the form.
function rowTable(table, path) {
  const value = (inside) => (table.value(path) ?? [])[Number(inside[path.length])]?.[inside[path.length + 1]];
  const tap = (inside, to) => {
    const at = Number(inside[path.length]);
    const rows = (table.value(path) ?? []).map((row, index) => (index === at ? { ...row, [inside[path.length + 1]]: to } : row));
    return table.tap(path, rows);
  };
  const count = (field, inside, add) => tap(inside, counted(value(inside), { add, ...limitsOf(field) }));
  return { ...table, form: table.form, value, tap, count };
}
