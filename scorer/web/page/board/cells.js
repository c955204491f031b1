// The cells of a board: its rows are texts, a sign for each cell.
import { choiceLabel } from "../labels.js";
import { isLetter, letterName } from "./letters.js";

const SHAPES = ["M10 1a9 9 0 1 0 .01 0z", "M10 0l10 10-10 10L0 10z", "M10 1l10 18H0z", "M1 1h18v18H1z"];
const CROSSED_OUT = "-";

/** @type {(rows: string[]) => string[][]} */
export const cellsOf = (rows) => rows.map((row) => row.split(" "));

/** What a cell shows: {letter}, {shape, colour} of a thing in a square of 20, never colour alone,
 * or {sign}.
 * @param {Field} field
 * @param {string} value
 * @returns {CellLook} */
export function cellLook(field, value) {
  if (isLetter(value)) return { letter: value };
  const index = field.choices.findIndex((choice) => choice.value === value);
  const colour = field.choices[index]?.colour;
  if (colour) return { shape: SHAPES[index % SHAPES.length], colour };
  return { sign: value === field.default ? "" : value === CROSSED_OUT ? "×" : value };
}

/** @param {Form} form
 * @param {Answers} answers
 * @param {Field} field
 * @param {string} value */
export function cellName(form, answers, field, value) {
  if (!isLetter(value)) return choiceLabel(field, value);
  const name = letterName(form, answers, value);
  return name === value ? value : `${value}, ${name}`;
}
