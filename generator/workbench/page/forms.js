// The game's numbers and colours as forms; each shows where it is used.
import { $, make } from "../../../scorer/web/page/dom.js";
import { say } from "../../../scorer/web/page/words.js";
import { change } from "./changing.js";
import { repaint } from "./repaint.js";
import { get } from "./server.js";
import { bench } from "./view.js";
import { tab } from "./tables.js";

/** Load the numbers when they are shown, and after each change. */
export async function paintForms() {
  if (!tab.numbers || !bench.record) return;
  const groups = valueGroups(await get("values.json"));
  const place = $("forms");
  const typing = document.activeElement;
  // Text that is being typed stays, with the field's original value; after the write, everything is painted again.
  if (typing instanceof HTMLInputElement && place.contains(typing) && typing.value !== typing.defaultValue) return;
  repaint(place, make("p", { class: "hint" }, say("numbers_hint")), ...[...groups].map(([name, values]) => part(name, values)));
}

const groupOf = (/** @type {GameValue} */ value) => `${value.file} · ${value.group}`;
function valueGroups(/** @type {GameValue[]} */ values) {
  /** @type {Map<string, GameValue[]>} */
  const groups = new Map();
  for (const value of values) groups.set(groupOf(value), [...(groups.get(groupOf(value)) ?? []), value]);
  return groups;
}

const part = (/** @type {string} */ name, /** @type {GameValue[]} */ values) => make("fieldset", { class: "form-part" }, make("legend", {}, name), ...values.map(field));

function field(/** @type {GameValue} */ value) {
  const name = value.path.filter((step) => step !== "value").slice(1).join(" · ") || value.group;
  const id = `value-${value.file}-${value.path.join("-")}`.replace(/[^\w-]/g, "-");
  const input = make("input", {
    id,
    type: value.kind === "colour" ? "color" : "text",
    inputmode: value.kind === "int" ? "numeric" : null,
    value: value.value,
    autocomplete: "off",
    "data-path": `${value.file}:${value.path.join(".")}`,
    onchange: ({ target }) => void save(value, target),
    onkeydown: (event) => value.kind === "int" && stepValue(event, value),
  });
  return make("div", { class: "form-row" }, make("label", { for: id }, name), input, make("span", { class: "hint" }, shownOn(value.shows, value)));
}

function shownOn(/** @type {string[]} */ cards, /** @type {GameValue} */ value) {
  const where = say("at_line", { file: value.file, line: value.line });
  return cards.length ? `${where} · ${say("shown_on", { n: cards.length, what: `${cards.slice(0, 3).join(", ")}${cards.length > 3 ? ", …" : ""}` })}` : where;
}

function stepValue(/** @type {Heard<HTMLInputElement, "keydown">} */ event, /** @type {GameValue} */ value) {
  if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
  event.preventDefault();
  event.target.value = String((Number.parseInt(event.target.value, 10) || 0) + (event.key === "ArrowUp" ? 1 : -1));
  void save(value, event.target);
}

async function save(/** @type {GameValue} */ value, /** @type {HTMLInputElement} */ input) {
  if (input.value === value.value) return;
  input.setAttribute("aria-invalid", "false");
  const request = { kind: "value", file: value.file, path: value.path, before: value.value, after: input.value };
  const answer = await change(request, "edit", ({ theirs }) => ({ before: theirs }));
  if (answer?.refused) {
    input.setAttribute("aria-invalid", "true");
    input.title = answer.refused.map((one) => one.text).join("; ");
  }
}
