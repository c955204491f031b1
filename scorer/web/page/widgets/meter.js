// A number with a row of marks that shows a meter's position.
import { make } from "../page.js";
import { askNumber } from "../kinds/int.js";

/** @type {Kind["ask"]} */
export function ask(table, field, path) {
  const part = askNumber(table, field, path);
  const marks = Array.from({ length: field.high - field.low }, () => make("i", {}));
  const row = make("div", { class: "meter", "aria-hidden": "true" }, ...marks);
  part.node.insertBefore(row, part.node.querySelector(".help, .problem"));
  const update = () => {
    part.update();
    const now = table.value(path);
    marks.forEach((mark, index) => mark.classList.toggle("full", typeof now === "number" && index < now - field.low));
  };
  return { ...part, update };
}
