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
