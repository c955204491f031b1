// The people at the table: the players of the form, or names for the roles. The rules ignore the
// names of roles; they are stored next to the answers that the rules use.
import { remember, remembered } from "./local_storage.js";
import { choiceLabel } from "./labels.js";
import { isShortText } from "./values.js";

export const PEOPLE = "people";
const KEY = "ecotable-names";
const MOST_KNOWN = 40;

/** Return the field that names a person for each of its choices.
 * @type {(form: Form) => Field | undefined} */
export const seatsOf = (form) => form.fields.find((field) => field.widget === "seats");

/** Return everyone who plays, with role and side; unnamed people have no name.
 * @type {(form: Form, answers: Answers) => {name: string, role: string, side: string}[]} */
export function seated(form, answers) {
  const seats = seatsOf(form);
  if (!seats) return (answers.players ?? []).map((one) => ({ name: one.name ?? "", role: roleName(form, one.role), side: one.team || one.name }));
  const names = answers[PEOPLE] ?? {};
  return (answers[seats.key] ?? []).map((role) => ({ name: names[role] ?? "", role: choiceLabel(seats, role), side: seats.data.sides?.[role] ?? "" }));
}

/** Return everyone who has a name.
 * @type {(form: Form, answers: Answers) => {name: string, role: string, side: string}[]} */
export const peopleOf = (form, answers) => seated(form, answers).filter((one) => one.name);

function roleName(form, role) {
  const field = form.fields.find((one) => one.group?.key === "players" && one.key === "role");
  return field && role ? choiceLabel(field, role) : "";
}

/** @type {(form: Form, answers: Answers) => string[]} */
export const namesOf = (form, answers) => peopleOf(form, answers).map((one) => one.name);

/** Return who played on a side that is a team or the whole group.
 * @type {(form: Form, answers: Answers, sides: Side[], side: Side) => string[]} */
export function namesOnSide(form, answers, sides, side) {
  const people = peopleOf(form, answers);
  const here = sides.length === 1 && !people.some((one) => one.side === side.name) ? people : people.filter((one) => one.side === side.name);
  return here.map((one) => one.name).filter((name) => name !== side.name);
}

/** Return the answers that the rules receive.
 * @type {(answers: Answers) => Answers} */
export function forRules(answers) {
  return Object.fromEntries(Object.entries(answers).filter(([key]) => key !== PEOPLE));
}

/** Check names that come from outside.
 * @type {(people: any) => boolean} */
export const arePeople = (people) => people === undefined || (people !== null && typeof people === "object" && !Array.isArray(people) && Object.values(people).every(isShortText));

/** Return answers for a new table with the same people.
 * @type {(form: Form, fresh: Answers, answers: Answers) => Answers} */
export function withPeopleOf(form, fresh, answers) {
  const seats = seatsOf(form);
  if (seats) return { ...fresh, [seats.key]: answers[seats.key] ?? [], [PEOPLE]: answers[PEOPLE] ?? {} };
  const players = (answers.players ?? []).map((one) => ({ ...fresh.players?.[0], name: one.name, ...(one.team && { team: one.team }) }));
  return players.length ? { ...fresh, players } : fresh;
}

// ---- known names ----------------------------------------------------------------------------

/** @returns {string[]} */
export function knownNames() {
  try {
    const found = JSON.parse(remembered(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter(isShortText) : [];
  } catch {
    return [];
  }
}

/** @type {(name: string) => void} */
export function rememberName(name) {
  if (name) remember(KEY, JSON.stringify([name, ...knownNames().filter((one) => one !== name)].slice(0, MOST_KNOWN)));
}
