// What choices, players and fields are called.
import { sayOf } from "./words.js";

/** @type {(field: Field, value: string | number) => string} */
export const choiceLabel = (field, value) => field.choices.find((choice) => choice.value === String(value))?.label ?? String(value);

/** A player by name, a player without one or a vote by its number.
 * @type {(group: Group, answers: Answers, index: number) => string} */
export function itemName(group, answers, index) {
  const item = answers[group.key]?.[index];
  return item?.name || sayOf("item", group.key, { n: index + 1, what: group.label });
}

/** What a field is about, for those who hear it without seeing the card around it.
 * @type {(table: AnsweredTable, field: Field, path: Path) => string} */
export function fullLabel(table, field, path) {
  return field.group ? `${itemName(field.group, table.answers(), Number(path[1]))}: ${field.label}` : field.label;
}
