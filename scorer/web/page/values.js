// Values of answers. Pure functions on plain values.

export const isNothing = (value) => value === undefined || value === null;

// A text that may come from outside.
export const isShortText = (value) => typeof value === "string" && value.length <= 100;

// Add or remove one of several choices.
export function toggled(chosen, choice) {
  const now = chosen ?? [];
  return now.includes(choice) ? now.filter((one) => one !== choice) : [...now, choice];
}

// How often a value occurs in a list.
export const occurrences = (values, wanted) => values.filter((one) => one === wanted).length;

/** Return the limits of a count; an empty field counts from its default or its minimum.
 * @type {(field: Field) => {low: number, high: number, from: number}} */
export const limitsOf = ({ low, high, default: held }) => ({ low, high, from: typeof held === "number" ? held : low });

/** Return a number after a count, within its limits.
 * @type {(held: any, count: {add: number, low: number, high: number, from: number}) => number} */
export const counted = (held, { add, low, high, from }) => Math.max(low, Math.min(high, (Number.isInteger(held) ? held : from) + add));
