// What choices, players and fields are called.
import { sayOf } from "./words.js";

export const choiceLabel = (field, value) => field.choices.find((choice) => choice.value === String(value))?.label ?? String(value);

// A player by name, a player without one or a vote by its number.
export function itemName(group, answers, index) {
  const item = answers[group.key]?.[index];
  return item?.name || sayOf("item", group.key, { n: index + 1, what: group.label });
}

// What a field is about, for those who hear it without seeing the card around it.
export function fullLabel(table, field, path) {
  return field.group ? `${itemName(field.group, table.answers(), path[1])}: ${field.label}` : field.label;
}
