// Several choices as a star of hexes, each a switch.
import { draw, inkOn, make, say } from "../page.js";
import { idOf, problemLine, toggle } from "../fields.js";

const HEX = "25,3 75,3 98,45 75,87 25,87 2,45";

/** @type {Kind["ask"]} */
export function ask(table, field, path) {
  const id = idOf(path);
  const tiles = field.choices.map((choice, index) => tile(table, path, choice, index, id));
  const middle = make("p", { class: "star-middle", "aria-hidden": "true" });
  const star = make("div", { class: "star" }, ...tiles, middle);
  const set = make("fieldset", {}, make("legend", {}, field.label), star);
  const node = make("div", { class: "field", "data-field": id }, set, problemLine(id));
  const update = () => {
    const now = table.value(path) ?? [];
    tiles.forEach((one) => {
      const on = now.includes(one.dataset.value);
      one.setAttribute("aria-pressed", String(on));
      one.style.setProperty("--tile-ink", on ? inkOn(one.dataset.colour ?? "") : "");
    });
    middle.textContent = say("of", { n: now.length, most: field.choices.length });
  };
  return { node, update };
}

/** @type {(table: AnsweredTable, path: Path, choice: Choice, index: number, id: string) => HTMLElement} */
function tile(table, path, choice, index, id) {
  const shape = draw("svg", { viewBox: "0 0 100 90", "aria-hidden": "true" }, draw("polygon", { points: HEX }));
  const node = make(
    "button",
    { type: "button", class: `tile at-${index % 6}`, id: `${id}-${choice.value}`, "data-value": choice.value, "data-colour": choice.colour, onclick: () => table.tap(path, toggle(table.value(path), choice.value)) },
    shape,
    make("span", { class: "tile-name" }, choice.label),
    make("span", { class: "tile-mark", "aria-hidden": "true" }, "✓"),
  );
  if (choice.colour) node.style.setProperty("--tile", choice.colour);
  return node;
}
