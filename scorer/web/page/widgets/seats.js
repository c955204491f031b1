// Several choices as seats at the table, with common line-ups and a name for each seat.
import { button, make, say } from "../page.js";
import { descriptionIds, help, idOf, labelFor, tick, toggle } from "../fields.js";
import { nameInput, PEOPLE } from "../people.js";

/** @type {Kind["ask"]} */
export function ask(table, field, path) {
  const id = idOf(path);
  const seats = field.choices.map((choice) => seat(table, path, choice, id));
  const offers = field.data.offers?.map((one) =>
    button(say("seats_offer", { n: one.seats }), () => table.tap(path, one.values), { class: "chip", id: `${id}-offer-${one.seats}` }),
  );
  const row = make("div", { class: "chips" }, ...(offers ?? []));
  const set = make("fieldset", { "aria-describedby": descriptionIds(field, id) }, make("legend", {}, field.label), help(field, id), row, make("div", { class: "seats" }, ...seats.map((one) => one.node)));
  return { node: labelFor({ ...field, help: "" }, id, set), update: () => seats.forEach((one) => one.update()) };
}

/** @type {(table: AnsweredTable, path: Path, choice: Choice, id: string) => Part} */
function seat(table, path, choice, id) {
  const box = make("input", { type: "checkbox", value: choice.value, id: `${id}-${choice.value}`, onchange: () => table.tap(path, toggle(table.value(path), choice.value)) });
  const place = [PEOPLE, choice.value];
  const keep = (/** @type {string} */ text, /** @type {string} */ run) => text !== (table.value(place) ?? "") && table.tap(place, text || null, run);
  const name = nameInput({ id: idOf(place), class: "seat-name", placeholder: say("name"), "aria-label": say("name_of", { what: choice.label }) }, keep);
  const node = make("div", { class: "seat" }, tick(box, choice.label), name);
  const update = () => {
    box.checked = (table.value(path) ?? []).includes(choice.value);
    name.disabled = !box.checked; // it stays visible, so that nothing moves
    if (document.activeElement !== name) name.value = table.value(place) ?? "";
  };
  return { node, update };
}
