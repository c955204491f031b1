// One of several choices for each capital letter on the board. The board asks for them.
import { letterPairs } from "../board/letters.js";
import { isNothing, wholeValue } from "../fields.js";
import { isShortText } from "../page.js";

/** @type {Kind} */
export const letters = {
  ...wholeValue,
  ask: () => null,
  initial: () => ({}),
  isSound: (field, value) => isNothing(value) || (typeof value === "object" && Object.values(value).every(isShortText)),
  count: () => 0,
  valueText: (form, answers, field, value) => letterPairs(field, value).join(", "),
};
