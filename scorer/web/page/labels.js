// The labels of choices, players and fields.
import { sayOf } from "./words.js";

/** @type {(field: Field, value: string | number) => string} */
export const choiceLabel = (field, value) => field.choices.find((choice) => choice.value === String(value))?.label ?? String(value);

/** Return the name of a player, or the number of a vote or unnamed player.
 * @type {(group: Group, answers: Answers, index: number) => string} */
export function itemName(group, answers, index) {
  const item = answers[group.key]?.[index];
  return item?.name || sayOf("item", group.key, { n: index + 1, what: group.label });
}

/** Return a field's full label for screen readers, which do not see the surrounding card.
 * @type {(table: AnsweredTable, field: Field, path: Path) => string} */
export function fullLabel(table, field, path) {
  return field.group ? `${itemName(field.group, table.answers(), Number(path[1]))}: ${field.label}` : field.label;
}
