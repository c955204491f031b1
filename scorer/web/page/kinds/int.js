// A number from low to high, or one of a few named values.
import { button, make } from "../dom.js";
import { described, idOf, labelled } from "../field_parts.js";
import { newRun, repeating } from "../hold.js";
import { choiceLabel, fullLabel } from "../labels.js";
import { isNothing, isShortText } from "../values.js";
import { say } from "../words.js";

export const initial = (field) => field.default ?? undefined;
export const isSound = (field, value) => isNothing(value) || Number.isInteger(value) || isShortText(value);
export const count = (value) => Number(value) || 0;
export const valueText = (form, answers, field, value) => choiceLabel(field, value);
export const places = () => [[]];
export const placeText = (field) => field.label;
export const resultView = () => null;

// Consecutive numbers share a card, so their parts are compact.
/** @type {(table: AnsweredTable, field: Field, path: Path) => Part} */
export function ask(table, field, path) {
  const id = idOf(path);
  let run = "";
  const input = make("input", {
    id, type: "text", inputmode: field.low < 0 ? "text" : "numeric", pattern: field.low < 0 ? "[-−]?[0-9]*" : "[0-9]*", autocomplete: "off", class: "count",
    placeholder: "–", "aria-describedby": described(field, id),
    role: "spinbutton", "aria-valuemin": field.low, "aria-valuemax": field.high,
    onfocus: () => {
      run = newRun();
      input.select();
    },
    oninput: () => {
      input.dataset.typing = "true";
      keepTyped(table, field, path, input, run);
    },
    onchange: () => {
      delete input.dataset.typing;
      typed(table, field, path, input);
    },
    onkeydown: (event) => stepKey(event, step),
  });
  const now = () => shownNumber(table, field, path);
  const step = (by, pressed) => {
    const before = now();
    if (before === field.low && by < 0) return false;
    if (before === field.high && by > 0) return table.refuse(say("most", { what: field.label, n: field.high }));
    return table.count(field, path, by, pressed);
  };
  const stepper = (sign, by, name) => repeating(make("button", { type: "button", class: "step", id: `${id}-${name}` }, sign), (pressed) => step(by, pressed));
  const fewer = stepper("−", -1, "fewer");
  const more = stepper("+", 1, "more");
  const words = field.choices.map((choice) => {
    const toggle = () => table.tap(path, now() === choice.value ? null : choice.value);
    return button(choice.label, toggle, { class: "chip", id: `${id}-${choice.value}`, "data-word": choice.value });
  });
  const label = make("label", { for: id }, field.label);
  const node = labelled(field, id, label, make("div", { class: "stepper" }, fewer, input, more), ...words);
  return { node, update: () => showNumber(table, field, path, { input, fewer, more, words }), compact: true };
}

// An empty field shows the value that is used instead.
const shownNumber = (table, field, path) => table.value(path) ?? field.default ?? undefined;

function stepKey(event, step) {
  const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  step(by);
}

const typedNumber = (text) => (/^[-−]?\d{1,6}$/.test(text.trim()) ? Number(text.trim().replace("−", "-")) : null);

// Save valid input while it is typed: the field may never lose focus.
function keepTyped(table, field, path, input, run) {
  const number = typedNumber(input.value);
  if (number === null || number < field.low || number > field.high || number === shownNumber(table, field, path)) return;
  table.tap(path, number, run);
}

function typed(table, field, path, input) {
  const text = input.value.trim();
  const before = shownNumber(table, field, path);
  const number = typedNumber(text);
  const back = () => (input.value = typeof before === "number" ? before : "");
  if (text === "" && before !== undefined) return void table.tap(path, null);
  if (number === null || number < field.low) return back();
  if (number > field.high) {
    back();
    return table.refuse(say("most", { what: field.label, n: field.high }));
  }
  if (number !== before && !table.tap(path, number)) back();
}

function showNumber(table, field, path, { input, fewer, more, words }) {
  const now = shownNumber(table, field, path);
  const name = fullLabel(table, field, path);
  if (!input.dataset.typing) input.value = typeof now === "number" ? now : "";
  if (typeof now === "number") input.setAttribute("aria-valuenow", now);
  else input.removeAttribute("aria-valuenow");
  input.setAttribute("aria-valuetext", words.find((one) => one.dataset.word === now)?.textContent ?? String(now ?? "–"));
  input.setAttribute("aria-label", name);
  fewer.setAttribute("aria-label", say("one_less", { what: name }));
  more.setAttribute("aria-label", say("one_more", { what: name }));
  words.forEach((one) => {
    one.setAttribute("aria-pressed", one.dataset.word === now);
    one.setAttribute("aria-label", `${name}: ${one.textContent}`);
  });
}
