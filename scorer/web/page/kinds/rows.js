// A list of items, such as roads, groups or rounds.
import { button, make, say } from "../page.js";
import { addTo, fullLabel, help, idOf, isNothing, labelFor, limitsOf, occurrences, wholeValue } from "../fields.js";
import { cards } from "./cards.js";
import { choice } from "./choice.js";
import { int } from "./int.js";
import { yes_no } from "./yes_no.js";

/** @type {Kind} */
export const rows = {
  ...wholeValue,
  ask(table, field, path) {
    const id = idOf(path);
    const list = make("ol", { class: "list-rows" });
    const now = () => rowsAt(table, path);
    const add = button(say("add_row", { what: field.label }), () => {
      if (now().length >= field.high) return table.refuse(say("most", { what: field.label, n: field.high }));
      table.tap(path, [...now(), newRow(field)]);
    }, { class: "plain", id: `${id}-add` });
    const set = make("fieldset", {}, make("legend", {}, field.label), help(field, id), list, add);
    let rowParts = /** @type {Part[]} */ ([]);
    const update = () => {
      const rows = now();
      if (rowParts.length !== rows.length) {
        rowParts = rows.map((_, at) => rowPart(table, field, path, at));
        list.replaceChildren(...rowParts.map((one) => one.node));
      }
      rowParts.forEach((one) => one.update());
      add.hidden = field.low === field.high;
    };
    return { node: labelFor({ ...field, help: "" }, id, set), update };
  },
  initial: (field) => Array.from({ length: field.low }, () => newRow(field)),
  isSound: (field, value) => isNothing(value) || (Array.isArray(value) && value.length <= field.high && value.every((row) => isSoundRow(field, row))),
  // Where a component is counted in an item: its place, the question and the component.
  count: (value, component) => {
    const [at, key, expected] = component.split(".");
    const answer = value[at]?.[key];
    return Array.isArray(answer) ? occurrences(answer, expected) : Number(answer) || 0;
  },
  valueText: (form, answers, field, /** @type {Answers[]} */ value) => value.map((row) => rowText(form, answers, field, row)).join("; ") || "–",
};

/** @type {Record<string, Kind>} */
const KINDS = { cards, choice, int, yes_no, rows };

const isSoundRow = (/** @type {Field} */ field, /** @type {any} */ row) =>
  row !== null && typeof row === "object" && !Array.isArray(row) && field.data.fields.every((one) => KINDS[one.kind].isSound(one, row[one.key]));

/** @type {(form: Form, answers: Answers, field: Field, row: Answers) => string} */
function rowText(form, answers, field, row) {
  const text = (/** @type {Field} */ one) => (isNothing(row[one.key]) ? "–" : KINDS[one.kind].valueText(form, answers, one, row[one.key]));
  return field.data.fields.map((one) => `${one.label} ${text(one)}`).join(", ");
}

/** A choice starts with its first value, so that every row can be scored at once. @type {(field: Field) => Answers} */
const newRow = (field) => Object.fromEntries(field.data.fields.map((one) => [one.key, first(one)]));
const first = (/** @type {Field} */ one) => (one.kind === "choice" ? one.choices[0].value : KINDS[one.kind].initial(one, 0, String));

/** @type {(table: AnsweredTable, path: Path) => Answers[]} */
const rowsAt = (table, path) => table.value(path) ?? [];

/** One item: its questions and a button to remove it. @type {(table: AnsweredTable, field: Field, path: Path, at: number) => Part} */
function rowPart(table, field, path, at) {
  const row = rowTable(table, path);
  const parts = field.data.fields.flatMap((one) => KINDS[one.kind].ask(row, { ...one, group: field.group, optional: false }, [...path, at, one.key]) ?? []);
  const drop = button("×", () => table.tap(path, rowsAt(table, path).filter((_, index) => index !== at)), {
    class: "drop-row", "aria-label": say("remove_what", { what: `${fullLabel(table, field, path)} ${at + 1}` }),
  });
  const fixed = field.low === field.high;
  drop.hidden = fixed;
  const nodes = [...parts.map((part) => part.node), drop];
  const { item } = field.data;
  const node = make("li", { class: `list-row${fixed ? " fixed" : ""}` }, ...(item ? [make("fieldset", {}, make("legend", {}, `${item} ${at + 1}`), ...nodes)] : nodes));
  return { node, update: () => parts.forEach((part) => part.update()) };
}

/** The table as the parts of a row see it: each answer replaces the whole list in the form. */
function rowTable(/** @type {AnsweredTable} */ table, /** @type {Path} */ path) {
  /** @type {AnsweredTable["value"]} */
  const value = (inside) => rowsAt(table, path)[Number(inside[path.length])]?.[inside[path.length + 1]];
  /** @type {AnsweredTable["tap"]} */
  const tap = (inside, to) => {
    const at = Number(inside[path.length]);
    return table.tap(path, rowsAt(table, path).map((row, index) => (index === at ? { ...row, [inside[path.length + 1]]: to } : row)));
  };
  /** @type {AnsweredTable["count"]} */
  const count = (field, inside, add) => tap(inside, addTo(value(inside), { add, ...limitsOf(field) }));
  return { ...table, form: table.form, value, tap, count };
}
