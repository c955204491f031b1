// Values that answers hold; plain functions on plain values.

export const isNothing = (value) => value === undefined || value === null;

// A text that may come from outside.
export const isShortText = (value) => typeof value === "string" && value.length <= 100;

// One choice more or fewer of several.
export function toggled(chosen, choice) {
  const now = chosen ?? [];
  return now.includes(choice) ? now.filter((one) => one !== choice) : [...now, choice];
}

// How often a value stands among others.
export const occurrences = (values, wanted) => values.filter((one) => one === wanted).length;

/** What a count needs to know of its field: an empty one counts from its default or its least.
 * @type {(field: Field) => {low: number, high: number, from: number}} */
export const limitsOf = ({ low, high, default: held }) => ({ low, high, from: typeof held === "number" ? held : low });

/** A number after a count, within its limits.
 * @type {(held: any, count: {add: number, low: number, high: number, from: number}) => number} */
export const counted = (held, { add, low, high, from }) => Math.max(low, Math.min(high, (Number.isInteger(held) ? held : from) + add));
