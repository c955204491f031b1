// The game's numbers and colours as forms; each shows where it is used.
import { $, make } from "../../../scorer/web/page/dom.js";
import { say } from "../../../scorer/web/page/words.js";
import { change } from "./changing.js";
import { get } from "./server.js";

export const NUMBERS = "numbers:";

export async function paintForms() {
  const place = $("forms");
  const values = await get("values.json");
  const groups = grouped(values);
  const typing = /** @type {any} */ (document.activeElement);
  // Text that is being typed stays, with the field's original value; after the write, everything is painted again.
  if (place.contains(typing) && typing.value !== typing.defaultValue) return;
  const focused = typing?.id;
  place.replaceChildren(make("p", { class: "hint" }, say("numbers_hint")), ...[...groups].map(([name, values]) => part(name, values)));
  if (focused) $(focused)?.focus();
}

const groupOf = (value) => `${value.file} · ${value.group}`;
function grouped(values) {
  const groups = new Map();
  for (const value of values) groups.set(groupOf(value), [...(groups.get(groupOf(value)) ?? []), value]);
  return groups;
}

const part = (name, values) => make("fieldset", { class: "form-part" }, make("legend", {}, name), ...values.map(field));

function field(value) {
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
    onkeydown: (event) => value.kind === "int" && stepped(event, value),
  });
  return make("div", { class: "form-row" }, make("label", { for: id }, name), input, make("span", { class: "hint" }, shownOn(value.shows, value)));
}

function shownOn(cards, value) {
  const where = say("at_line", { file: value.file, line: value.line });
  return cards.length ? `${where} · ${say("shown_on", { n: cards.length, what: `${cards.slice(0, 3).join(", ")}${cards.length > 3 ? ", …" : ""}` })}` : where;
}

function stepped(event, value) {
  if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
  event.preventDefault();
  event.target.value = String((Number.parseInt(event.target.value, 10) || 0) + (event.key === "ArrowUp" ? 1 : -1));
  void save(value, event.target);
}

async function save(value, input) {
  if (input.value === value.value) return;
  input.setAttribute("aria-invalid", "false");
  const asked = { kind: "value", file: value.file, path: value.path, before: value.value, after: input.value };
  const answer = await change(asked, "edit", ({ theirs }) => ({ before: theirs }));
  if (answer?.refused) {
    input.setAttribute("aria-invalid", "true");
    input.title = answer.refused.map((one) => one.text).join("; ");
  }
}
