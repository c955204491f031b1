// A number from low to high, or one of a few named values.
import { button, isShortText, make, say } from "../page.js";
import { choiceLabel, descriptionIds, fullLabel, idOf, isNothing, labelFor, wholeValue } from "../fields.js";
import { newRun, repeating } from "../touch.js";

/** @type {Kind} */
export const int = {
  ...wholeValue,
  ask: askNumber,
  initial: (field) => field.default ?? undefined,
  isSound: (field, value) => isNothing(value) || Number.isInteger(value) || isShortText(value),
  count: (value) => Number(value) || 0,
  valueText: (form, answers, field, value) => choiceLabel(field, value),
};

/** Consecutive numbers share a card, so their parts are compact. @type {(table: AnsweredTable, field: Field, path: Path) => Part} */
export function askNumber(table, field, path) {
  const id = idOf(path);
  let run = "";
  const input = make("input", {
    id, type: "text", inputmode: field.low < 0 ? "text" : "numeric", pattern: field.low < 0 ? "[-−]?[0-9]*" : "[0-9]*", autocomplete: "off", class: "count",
    placeholder: "–", "aria-describedby": descriptionIds(field, id),
    role: "spinbutton", "aria-valuemin": field.low, "aria-valuemax": field.high,
    onfocus: () => {
      run = newRun();
      input.select();
    },
    oninput: () => {
      input.dataset.typing = "true";
      const number = typedNumber(input.value); // valid input is saved at once: the field may never lose focus
      const fits = number !== null && number >= field.low && number <= field.high;
      if (fits && number !== now()) table.tap(path, number, run);
    },
    onchange: () => {
      delete input.dataset.typing;
      setTyped(table, field, path, input);
    },
    onkeydown: (event) => {
      const by = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
      if (!by) return;
      event.preventDefault();
      step(by);
    },
  });
  const now = () => shownNumber(table, field, path);
  /** @type {(by: number, run?: string) => boolean} */
  const step = (by, run) => {
    const before = now();
    if (before === field.low && by < 0) return false;
    if (before === field.high && by > 0) return table.refuse(say("most", { what: field.label, n: field.high }));
    return table.count(field, path, by, run);
  };
  /** @type {(sign: string, by: number, name: string) => HTMLButtonElement} */
  const stepper = (sign, by, name) => repeating(make("button", { type: "button", class: "step", id: `${id}-${name}` }, sign), (run) => step(by, run));
  const fewer = stepper("−", -1, "fewer");
  const more = stepper("+", 1, "more");
  const words = field.choices.map((choice) => {
    const toggle = () => table.tap(path, now() === choice.value ? null : choice.value);
    return button(choice.label, toggle, { class: "chip", id: `${id}-${choice.value}`, "data-word": choice.value });
  });
  const label = make("label", { for: id }, field.label);
  const node = labelFor(field, id, label, make("div", { class: "stepper" }, fewer, input, more), ...words);
  return { node, update: () => showNumber(table, field, path, { input, fewer, more, words }), compact: true };
}

/** An empty field shows the value that is used instead. @type {(table: AnsweredTable, field: Field, path: Path) => any} */
const shownNumber = (table, field, path) => table.value(path) ?? field.default ?? undefined;

const typedNumber = (/** @type {string} */ text) => (/^[-−]?\d{1,6}$/.test(text.trim()) ? Number(text.trim().replace("−", "-")) : null);

/** @type {(table: AnsweredTable, field: Field, path: Path, input: HTMLInputElement) => unknown} */
function setTyped(table, field, path, input) {
  const text = input.value.trim();
  const before = shownNumber(table, field, path);
  const number = typedNumber(text);
  const back = () => (input.value = typeof before === "number" ? String(before) : "");
  if (text === "" && before !== undefined) return void table.tap(path, null);
  if (number === null || number < field.low) return back();
  if (number > field.high) {
    back();
    return table.refuse(say("most", { what: field.label, n: field.high }));
  }
  return number === before || table.tap(path, number) || back();
}

/** @typedef {{input: HTMLInputElement, fewer: HTMLElement, more: HTMLElement, words: HTMLElement[]}} Parts */

/** @type {(table: AnsweredTable, field: Field, path: Path, parts: Parts) => void} */
function showNumber(table, field, path, { input, fewer, more, words }) {
  const now = shownNumber(table, field, path);
  const name = fullLabel(table, field, path);
  if (!input.dataset.typing) input.value = typeof now === "number" ? String(now) : "";
  if (typeof now === "number") input.setAttribute("aria-valuenow", String(now));
  else input.removeAttribute("aria-valuenow");
  input.setAttribute("aria-valuetext", words.find((one) => one.dataset.word === now)?.textContent ?? String(now ?? "–"));
  input.setAttribute("aria-label", name);
  fewer.setAttribute("aria-label", say("one_less", { what: name }));
  more.setAttribute("aria-label", say("one_more", { what: name }));
  words.forEach((one) => {
    one.setAttribute("aria-pressed", String(one.dataset.word === now));
    one.setAttribute("aria-label", `${name}: ${one.textContent}`);
  });
}
