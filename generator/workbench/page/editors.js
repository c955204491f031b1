// Cell editors: each kind of column has its own editor, shown inside the cell.
import { button, make, on } from "../../../scorer/web/page/dom.js";
import { say } from "../../../scorer/web/page/words.js";
import { bench, grid } from "./view.js";

/** @typedef {{node: HTMLElement, read(): string, focus(): void}} Editor */

/** Create the editor for a column, with a text in it; it calls `done(key)` to close.
 * @type {(column: Column, text: string, done: (key: string) => void) => Editor} */
export function editorFor(column, text, done) {
  const editor = EDITORS[column.kind](column, text);
  editor.node.classList.add("editor");
  on(editor.node, "keydown", (event) => {
    event.stopPropagation();
    const pressed = event.key === "Enter" && event.target.matches("button"); // this chooses a value and does not close the editor
    if (pressed) return;
    const newLine = event.key === "Enter" && event.shiftKey && column.kind === "text";
    if ((event.key === "Enter" && !newLine) || event.key === "Tab" || event.key === "Escape") {
      if (event.defaultPrevented) return;
      event.preventDefault();
      done(event.key === "Tab" && event.shiftKey ? "ShiftTab" : event.key);
    }
  });
  on(editor.node, "focusout", ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && editor.node.contains(relatedTarget)) return;
    setTimeout(() => editor.node.isConnected && !editor.node.contains(document.activeElement) && done("blur"));
  });
  return editor;
}

const labels = (/** @type {Column} */ column) => ({ "aria-label": column.name, "aria-describedby": "cell-help" });

function numberEditor(/** @type {Column} */ column, /** @type {string} */ text) {
  const input = make("input", { type: "text", inputmode: "numeric", autocomplete: "off", value: text, ...labels(column) });
  const step = (/** @type {number} */ by) => {
    input.value = String(clip(column, (Number.parseInt(input.value, 10) || 0) + by));
    input.focus();
  };
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      step(event.key === "ArrowUp" ? 1 : -1);
    }
  });
  const less = button("−", () => step(-1), { class: "step", "aria-label": say("one_less", { what: column.name }) });
  const more = button("+", () => step(1), { class: "step", "aria-label": say("one_more", { what: column.name }) });
  return { node: make("span", { class: "number-editor" }, less, input, more), read: () => input.value, focus: () => input.select() };
}

/** Return a number within the limits of its column. @type {(column: Column, number: number) => number} */
export const clip = ({ min, max }, number) => Math.min(max ?? Infinity, Math.max(min ?? -Infinity, number));

function selectEditor(/** @type {string[][]} */ options, /** @type {Column} */ column, /** @type {string} */ text) {
  const choices = options.some(([value]) => value === text) ? options : [[text, text], ...options];
  const empty = column.required || choices.some(([value]) => value === "") ? [] : [["", "–"]];
  const select = make("select", labels(column), ...[...empty, ...choices].map(([value, label]) => new Option(label, value, false, value === text)));
  return { node: make("span", {}, select), read: () => select.value, focus: () => select.focus() };
}

export const isYes = (/** @type {string} */ text) => ["yes", "true", "1", "x"].includes(text.toLowerCase());

/** A list: its values as removable chips, and a field to add more. @type {(column: Column, text: string) => Editor} */
function listEditor(column, text) {
  const split = (/** @type {string} */ list) => list.split("|").map((word) => word.trim()).filter(Boolean);
  let words = split(text);
  const chips = make("span", { class: "chip-words" });
  const list = make("datalist", { id: "list-words" }, ...column.choices.map((word) => make("option", { value: word })));
  const input = make("input", { type: "text", list: "list-words", autocomplete: "off", placeholder: say("add_word"), ...labels(column) });
  const chip = (/** @type {string} */ word, /** @type {number} */ at) =>
    button(`${word} ×`, () => take(at), { class: "chip-word", "aria-label": say("take_off", { what: word }) });
  const paint = () => chips.replaceChildren(...words.map(chip));
  const take = (/** @type {number} */ at) => {
    words.splice(at, 1);
    paint();
    input.focus();
  };
  const put = () => {
    words = [...words, ...split(input.value)];
    input.value = "";
    paint();
  };
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && input.value.trim()) {
      event.preventDefault();
      put();
    } else if (event.key === "Backspace" && !input.value) take(words.length - 1);
  });
  paint();
  const read = () => {
    put();
    return words.join("|");
  };
  return { node: make("span", { class: "list-editor" }, chips, input, list), read, focus: () => input.focus() };
}

// As many suggestions as fit below a cell; typing narrows them.
const MOST_OFFERED = 30;

/** A text: { suggests the game's symbols, Ctrl+B makes the selection bold. @type {(column: Column, text: string) => Editor} */
function textEditor(column, text) {
  const area = make("textarea", { rows: 3, spellcheck: true, ...labels(column) });
  area.value = text;
  const offers = make("span", { class: "symbol-offers", role: "group", "aria-label": say("symbols") });
  const put = (/** @type {string} */ before, after = "") => {
    const { selectionStart: from, selectionEnd: to, value } = area;
    area.setRangeText(`${before}${value.slice(from, to)}${after}`, from, to, after ? "select" : "end");
    area.focus();
    area.dispatchEvent(new Event("input"));
  };
  const offer = () => {
    const typed = /\{(\w*)$/.exec(area.value.slice(0, area.selectionStart))?.[1];
    const fitting = typed === undefined ? [] : grid().symbols.filter((name) => name.startsWith(typed)).slice(0, MOST_OFFERED);
    const rest = (/** @type {string} */ name) => `${name.slice(typed?.length)}}`;
    offers.replaceChildren(...fitting.map((name) => button(`{${name}}`, () => put(rest(name)), { class: "chip-word" })));
  };
  area.addEventListener("input", offer);
  area.addEventListener("keydown", (event) => {
    if (event.key === "b" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      put("**", "**");
    }
    const begun = /\{\w+$/.test(area.value.slice(0, area.selectionStart));
    if ((event.key === "Enter" || event.key === "Tab") && begun && offers.firstElementChild) {
      event.preventDefault();
      offers.querySelector("button")?.click();
    }
    if (event.key === "ArrowDown" && offers.firstElementChild) {
      event.preventDefault();
      offers.querySelector("button")?.focus();
    }
  });
  const focus = () => {
    area.focus();
    area.setSelectionRange(area.value.length, area.value.length);
  };
  return { node: make("span", { class: "text-editor" }, area, offers), read: () => area.value, focus };
}

/** @type {Record<Column["kind"], (column: Column, text: string) => Editor>} */
const EDITORS = {
  int: numberEditor,
  list: listEditor,
  text: textEditor,
  choice: (column, text) => (column.choices.length ? selectEditor(column.choices.map((word) => [word, word]), column, text) : textEditor(column, text)),
  bool: (column, text) => selectEditor([["yes", say("yes")], ["no", say("no")]], { ...column, required: true }, isYes(text) ? "yes" : "no"),
  ref: (column, text) => selectEditor(column.pieces.map(([id, name]) => [id, name ? `${name} (${id})` : id]), column, text),
};

/** Describe the values that a cell allows. @type {(column: Column) => string} */
export function helpOf(column) {
  const parts = [column.help];
  if (column.choices.length) parts.push(say("allowed", { what: column.choices.join(", ") }));
  if (column.kind === "int" && column.min !== null && column.max !== null) parts.push(say("from_to", { low: column.min, high: column.max }));
  if (!bench.record.own) parts.push(say("not_own_yet"));
  return parts.filter(Boolean).join(" · ");
}
