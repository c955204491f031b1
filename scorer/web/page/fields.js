// One part of the form for each kind of field. A part is {node, update(answers)}; it changes
// nothing by itself: it tells the table with tap(path, value), which may refuse.
import { boardPart } from "./board.js";
import { button, make } from "./dom.js";
import { get, toggled } from "./path.js";
import { starPart } from "./star.js";
import { itemName } from "./taps.js";
import { say, sayOf } from "./words.js";

// The part for a field at a path. `table` has form, answers(), tap(path, value), refuse(text).
export function part(table, field, path) {
  const special = { star: starPart, meter: meterPart }[field.widget];
  const usual = { int: stepperPart, choice: choicePart, multi: multiPart, name: namePart, board: boardPart };
  return (special ?? usual[field.kind])?.(table, field, path) ?? null;
}

export const idOf = (path) => `f-${path.join("-").replaceAll(".", "_")}`;

const value = (table, path) => get(table.form, table.answers(), path);

// What the field is about, for those who hear it without seeing the card around it.
function fullLabel(table, field, path) {
  return field.group ? `${itemName(field.group, table.answers(), path[1])}: ${field.label}` : field.label;
}

const help = (field, id) => (field.help ? make("p", { class: "help", id: `${id}-help` }, field.help) : null);

function labelled(field, id, ...more) {
  const problem = make("p", { class: "problem", id: `${id}-problem`, hidden: true });
  return make("div", { class: `field ${field.kind}`, "data-field": id }, ...more, help(field, id), problem);
}

const described = (field, id) => `${field.help ? `${id}-help ` : ""}${id}-problem`;

// ---- numbers -------------------------------------------------------------------------------

function stepperPart(table, field, path) {
  const id = idOf(path);
  const input = make("input", {
    id, type: "text", inputmode: "numeric", pattern: "[0-9]*", autocomplete: "off", class: "count",
    placeholder: "–", "aria-describedby": described(field, id),
    role: "spinbutton", "aria-valuemin": field.low, "aria-valuemax": field.high,
    onfocus: () => input.select(),
    oninput: () => (input.dataset.typing = "true"),
    onchange: () => {
      delete input.dataset.typing;
      typed(table, field, path, input);
    },
    onkeydown: (event) => stepKey(event, step),
  });
  const now = () => shownNumber(table, field, path);
  const step = (by) => {
    const before = now();
    const base = typeof before === "number" ? before : field.low;
    const to = typeof before === "number" ? base + by : by > 0 ? field.low + 1 : field.low;
    if (to < field.low) return;
    if (to > field.high) return table.refuse(say("most", { what: field.label, n: field.high }));
    table.tap(path, to);
  };
  const fewer = button("−", () => step(-1), { class: "step", id: `${id}-fewer` });
  const more = button("+", () => step(1), { class: "step", id: `${id}-more` });
  const words = field.choices.map((choice) => {
    const toggle = () => table.tap(path, now() === choice.value ? null : choice.value);
    return button(choice.label, toggle, { class: "chip", id: `${id}-${choice.value}`, "data-word": choice.value });
  });
  const label = make("label", { for: id }, field.label);
  const node = labelled(field, id, label, make("div", { class: "stepper" }, fewer, input, more), ...words);
  return { node, update: () => showNumber(table, field, path, { input, fewer, more, words, label }) };
}

// What was not entered shows as what then holds.
const shownNumber = (table, field, path) => value(table, path) ?? field.default ?? undefined;

function stepKey(event, step) {
  const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  step(by);
}

function typed(table, field, path, input) {
  const text = input.value.trim();
  const before = shownNumber(table, field, path);
  const number = /^\d{1,6}$/.test(text) ? Number(text) : null;
  const back = () => (input.value = typeof before === "number" ? before : "");
  if (text === "" && before !== undefined) return void table.tap(path, null);
  if (number === null || number < field.low) return back();
  if (number > field.high) {
    back();
    return table.refuse(say("most", { what: field.label, n: field.high }));
  }
  if (number !== before && !table.tap(path, number)) back();
}

function showNumber(table, field, path, { input, fewer, more, words, label }) {
  const now = shownNumber(table, field, path);
  const name = fullLabel(table, field, path);
  if (!input.dataset.typing) input.value = typeof now === "number" ? now : "";
  if (typeof now === "number") input.setAttribute("aria-valuenow", now);
  else input.removeAttribute("aria-valuenow");
  input.setAttribute("aria-valuetext", words.find((one) => one.dataset.word === now)?.textContent ?? String(now ?? "–"));
  input.setAttribute("aria-label", name);
  label.textContent = field.label;
  fewer.setAttribute("aria-label", say("one_less", { what: name }));
  more.setAttribute("aria-label", say("one_more", { what: name }));
  words.forEach((one) => {
    one.setAttribute("aria-pressed", one.dataset.word === now);
    one.setAttribute("aria-label", `${name}: ${one.textContent}`);
  });
}

// A number with a row of marks beside it: how far a meter has gone.
function meterPart(table, field, path) {
  const { node, update } = stepperPart(table, field, path);
  const count = field.high - field.low;
  const marks = Array.from({ length: count }, () => make("i", {}));
  const row = make("div", { class: "meter", "aria-hidden": "true" }, ...marks);
  node.insertBefore(row, node.querySelector(".help, .problem"));
  return {
    node,
    update: () => {
      update();
      const now = value(table, path);
      marks.forEach((mark, index) => mark.classList.toggle("full", typeof now === "number" && index < now - field.low));
    },
  };
}

// ---- words and choices ---------------------------------------------------------------------

const TYPING_MS = 350;

function namePart(table, field, path) {
  const id = idOf(path);
  let waiting = 0;
  const keep = () => {
    clearTimeout(waiting);
    const text = input.value.trim().slice(0, 40);
    if (!text && !field.optional) return;
    if (text !== (value(table, path) ?? "")) table.tap(path, text || null);
  };
  const input = make("input", {
    id, type: "text", maxlength: 40, autocomplete: "off", autocapitalize: "words", spellcheck: "false",
    "aria-describedby": described(field, id),
    onfocus: () => input.select(),
    oninput: () => {
      clearTimeout(waiting);
      waiting = setTimeout(keep, TYPING_MS);
    },
    onchange: () => {
      keep();
      if (!input.value.trim()) show();
    },
  });
  const label = make("label", { for: id }, field.label);
  const show = () => (input.value = value(table, path) ?? "");
  const update = () => {
    if (document.activeElement !== input) show();
    const name = field.group ? sayOf("item", path[0], { n: path[1] + 1, what: field.group.label }) : "";
    input.setAttribute("aria-label", name ? `${name}: ${field.label}` : field.label);
  };
  return { node: labelled(field, id, label, input), update };
}

const FEW = 3;

function choicePart(table, field, path) {
  return field.choices.length <= FEW && !field.group ? radioPart(table, field, path) : selectPart(table, field, path);
}

const LONG = 26; // longer names are cut by a phone's list box: they stand below it in full

function selectPart(table, field, path) {
  const id = idOf(path);
  const select = make("select", {
    id, "aria-describedby": described(field, id),
    onchange: () => table.tap(path, select.value || null),
  });
  const options = field.choices.map((choice) => make("option", { value: choice.value }, choice.label));
  const strange = make("option", { hidden: true });
  select.append(make("option", { value: "" }, say("choose")), ...options, strange);
  const full = make("p", { class: "chosen", "aria-hidden": "true" });
  const update = () => {
    const now = value(table, path) ?? "";
    const taken = takenBeside(table, field, path);
    options.forEach((option) => (option.disabled = taken.has(option.value) && option.value !== now));
    const known = now === "" || field.choices.some((choice) => choice.value === now);
    strange.value = known ? " " : now;
    strange.textContent = known ? "" : spelt(table.form, now);
    select.value = now;
    full.textContent = select.selectedOptions[0]?.textContent ?? "";
    full.hidden = full.textContent.length <= LONG;
    select.setAttribute("aria-label", fullLabel(table, field, path));
  };
  return { node: labelled(field, id, make("label", { for: id }, field.label), select, full), update };
}

// What others have chosen already, where each may be chosen once.
function takenBeside(table, field, path) {
  if (!field.apart || !field.group) return new Set();
  const items = table.answers()[field.group.key] ?? [];
  return new Set(items.filter((_, index) => index !== path[1]).map((one) => one[field.key]));
}

// A value that is none of the choices, such as a card that somebody made up: its parts by name.
function spelt(form, text) {
  const names = new Map(form.fields.flatMap((field) => field.choices.map((choice) => [choice.value, choice.label])));
  return text.split(" ").map((word) => names.get(word) ?? word).join(" · ");
}

function radioPart(table, field, path) {
  const id = idOf(path);
  const inputs = field.choices.map((choice) =>
    make("input", { type: "radio", name: id, value: choice.value, id: `${id}-${choice.value}`, onchange: () => table.tap(path, choice.value) }),
  );
  const rows = inputs.map((input, index) => make("label", { class: "tick" }, input, make("span", {}, field.choices[index].label)));
  const set = make("fieldset", {}, make("legend", {}, field.label), ...rows);
  const update = () => inputs.forEach((input) => (input.checked = input.value === (value(table, path) ?? field.default)));
  return { node: labelled(field, id, set), update };
}

function multiPart(table, field, path) {
  const id = idOf(path);
  const inputs = field.choices.map((choice) =>
    make("input", { type: "checkbox", value: choice.value, id: `${id}-${choice.value}`, onchange: () => table.tap(path, toggled(value(table, path), choice.value)) }),
  );
  const rows = inputs.map((input, index) => make("label", { class: "tick" }, input, make("span", {}, field.choices[index].label)));
  const set = make("fieldset", { "aria-describedby": described(field, id) }, make("legend", {}, field.label), help(field, id), make("div", { class: "ticks" }, ...rows));
  const update = () => inputs.forEach((input) => (input.checked = (value(table, path) ?? []).includes(input.value)));
  return { node: labelled({ ...field, help: "" }, id, set), update };
}
