// Capital letters on a board: each represents one of the choices of the form's letters, such as a
// project that was built. In families and limits, a star represents all of them.
import { button, make, say } from "../page.js";
import { choiceLabel, idOf, problemLine } from "../fields.js";

const ANY_LETTER = "*";

export const isLetter = (/** @type {string} */ cell) => /^[A-Z]$/.test(cell);

/** Check whether a sign of a family or a limit matches this cell. @type {(sign: string, cell: string) => boolean} */
export const means = (sign, cell) => (sign === ANY_LETTER ? isLetter(cell) : sign === cell);

const lettersField = (/** @type {Form} */ form) => form.fields.find((field) => field.kind === "letters");

/** Return what each letter represents: {letter: choice}.
 * @type {(form: Form, answers: Answers) => Record<string, string>} */
export const lettersOf = (form, answers) => answers[lettersField(form)?.key ?? ""] ?? {};

/** Return the name of a letter's choice, or the letter itself while it has none. */
export function letterName(/** @type {Form} */ form, /** @type {Answers} */ answers, /** @type {string} */ letter) {
  const field = lettersField(form);
  const choice = lettersOf(form, answers)[letter];
  return field && choice ? choiceLabel(field, choice) : letter;
}

/** @type {(field: Field, value: Record<string, string>) => string[]} */
export const letterPairs = (field, value) => Object.entries(value).map(([letter, choice]) => `${letter} = ${choiceLabel(field, choice)}`);

/** Build the part that assigns and releases letters; letters in use stay. Null if the form has none. */
export function letterPart(/** @type {AnsweredTable} */ table, /** @type {(letter: string) => void} */ onAssigned) {
  const field = lettersField(table.form);
  if (!field) return null;
  const select = make("select", { id: "add-project", onchange: () => add(select.value) });
  const add = (/** @type {string} */ choice) => {
    if (!choice) return;
    const now = lettersOf(table.form, table.answers());
    const letter = freeLetter(choiceLabel(field, choice), now);
    if (letter && table.tap([field.key], { ...now, [letter]: choice })) onAssigned(letter);
    select.value = "";
  };
  const chips = make("div", { class: "chips" });
  const update = (/** @type {Set<string>} */ used) => {
    const now = lettersOf(table.form, table.answers());
    const free = field.choices.filter((choice) => !Object.values(now).includes(choice.value));
    select.replaceChildren(make("option", { value: "" }, say("add_project")), ...free.map((choice) => make("option", { value: choice.value }, choice.label)));
    const idle = Object.keys(now).filter((letter) => !used.has(letter));
    chips.replaceChildren(...idle.map((letter) => removeButton(table, field, letter)));
  };
  const id = idOf([field.key]);
  const label = make("label", { for: "add-project" }, field.label);
  return { node: make("div", { class: "field", "data-field": id }, label, select, chips, problemLine(id)), update };
}

function removeButton(/** @type {AnsweredTable} */ table, /** @type {Field} */ field, /** @type {string} */ letter) {
  const { [letter]: choice, ...rest } = table.answers()[field.key];
  const name = choiceLabel(field, choice);
  return button(`${letter} ${name} ×`, () => table.tap([field.key], rest), { class: "chip", "aria-label": say("remove_what", { what: `${letter}, ${name}` }) });
}

/** The first unused letter of a name, otherwise of the alphabet. @type {(name: string, used: object) => string | undefined} */
function freeLetter(name, used) {
  const plain = name.normalize("NFD").toUpperCase().replace(/[^A-Z]/g, "");
  return [...plain, ..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].find((letter) => !(letter in used));
}
