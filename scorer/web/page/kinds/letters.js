// One of several choices for each capital letter on the board. The board asks for them.
import { letterPairs } from "../board/letters.js";
import { isNothing, isShortText } from "../values.js";

export const ask = () => null;
export const initial = () => ({});
export const isSound = (field, value) => isNothing(value) || (typeof value === "object" && Object.values(value).every(isShortText));
export const count = () => 0;
export const valueText = (form, answers, field, value) => letterPairs(field, value).join(", ");
export const places = () => [[]];
export const placeText = (field) => field.label;
export const resultView = () => null;
