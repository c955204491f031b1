// The people at the table: the players of the form, or names for the roles. The rules ignore the
// names of roles; they are stored next to the answers that the rules use.
import { readRecord, remember } from "./local_storage.js";
import { choiceLabel, itemsOf } from "./fields.js";
import { isShortText, make } from "./page.js";
import { newRun } from "./touch.js";

export const PEOPLE = "people";
const KEY = "ecotable-names";
const MOST_KNOWN = 40;

/** Return the field that names a person for each of its choices. @type {(form: Form) => Field | undefined} */
export const seatsOf = (form) => form.fields.find((field) => field.widget === "seats");

/** Return everyone who plays, with role and side; unnamed people have no name. */
export function seatNames(/** @type {Form} */ form, /** @type {Answers} */ answers) {
  const seats = seatsOf(form);
  if (!seats) return itemsOf(answers, "players").map(({ name, role, team }) => ({ name: name ?? "", role: roleName(form, role), side: team || name }));
  const names = answers[PEOPLE] ?? {};
  /** @type {string[]} */
  const roles = answers[seats.key] ?? [];
  return roles.map((role) => ({ name: names[role] ?? "", role: choiceLabel(seats, role), side: seats.data.sides?.[role] ?? "" }));
}

/** Return everyone who has a name.
 * @type {(form: Form, answers: Answers) => {name: string, role: string, side: string}[]} */
export const peopleOf = (form, answers) => seatNames(form, answers).filter((one) => one.name);

function roleName(/** @type {Form} */ form, /** @type {string | undefined} */ role) {
  const field = form.fields.find((one) => one.group?.key === "players" && one.key === "role");
  return field && role ? choiceLabel(field, role) : "";
}

export const namesOf = (/** @type {Form} */ form, /** @type {Answers} */ answers) => peopleOf(form, answers).map((one) => one.name);

/** Return who played on a side that is a team or the whole group.
 * @type {(form: Form, answers: Answers, sides: Side[], side: Side) => string[]} */
export function namesOnSide(form, answers, sides, side) {
  const people = peopleOf(form, answers);
  const here = sides.length === 1 && !people.some((one) => one.side === side.name) ? people : people.filter((one) => one.side === side.name);
  return here.map((one) => one.name).filter((name) => name !== side.name);
}

export function forRules(/** @type {Answers} */ answers) {
  return Object.fromEntries(Object.entries(answers).filter(([key]) => key !== PEOPLE));
}

/** Check names that come from outside. @type {(people: any) => boolean} */
export const arePeople = (people) => people === undefined || (people !== null && typeof people === "object" && !Array.isArray(people) && Object.values(people).every(isShortText));

/** Return answers for a new table with the same people. */
export function withPeopleOf(/** @type {Form} */ form, /** @type {Answers} */ fresh, /** @type {Answers} */ answers) {
  const seats = seatsOf(form);
  if (seats) return { ...fresh, [seats.key]: answers[seats.key] ?? [], [PEOPLE]: answers[PEOPLE] ?? {} };
  const players = itemsOf(answers, "players").map(({ name, team }) => ({ ...fresh.players?.[0], name, ...(team && { team }) }));
  return players.length ? { ...fresh, players } : fresh;
}

/** @returns {string[]} */
function knownNames() {
  const people = readRecord(KEY);
  return Array.isArray(people) ? people.filter(isShortText) : [];
}

function rememberName(/** @type {string} */ name) {
  if (name) remember(KEY, JSON.stringify([name, ...knownNames().filter((one) => one !== name)].slice(0, MOST_KNOWN)));
}

const TYPING_MS = 350;
const LONGEST = 40;
const LIST = "known-names";

/** `keep(text, run)` receives the typed text; `left()` is called when the field loses focus.
 * @type {(attributes: Record<string, any>, keep: (text: string, run: string) => void, left?: () => void) => HTMLInputElement} */
export function nameInput(attributes, keep, left = () => {}) {
  let waiting = /** @type {Timer} */ (undefined);
  let run = "";
  const keepName = () => {
    clearTimeout(waiting);
    keep(input.value.trim().slice(0, LONGEST), run);
  };
  const input = make("input", {
    type: "text", maxlength: LONGEST, autocomplete: "off", autocapitalize: "words", spellcheck: "false", list: LIST, ...attributes,
    onfocus: () => {
      run = newRun();
      const list = document.getElementById(LIST) ?? document.body.appendChild(make("datalist", { id: LIST }));
      list.replaceChildren(...knownNames().map((name) => make("option", { value: name })));
      input.select();
    },
    oninput: () => {
      clearTimeout(waiting);
      waiting = setTimeout(keepName, TYPING_MS);
    },
    onchange: () => {
      keepName();
      rememberName(input.value.trim().slice(0, LONGEST));
      left();
    },
  });
  return input;
}
