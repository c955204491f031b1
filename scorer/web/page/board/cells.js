// The cells of a board, and their clusters. Each row is a string with one sign per cell.
import { choiceLabel } from "../fields.js";
import { isLetter, letterName, means } from "./letters.js";

// The outlines of the printed pieces, in a 20 × 20 square.
const SHAPES = {
  round: "M10 1a9 9 0 1 0 .01 0z",
  hex: "M1 10L3.7 1H16.3L19 10L16.3 19H3.7Z",
  square: "M2 1h16a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H2a1 1 0 0 1-1-1V2a1 1 0 0 1 1-1z",
};
const CROSSED_OUT = "-";

export const cellsOf = (/** @type {string[]} */ rows) => rows.map((row) => row.split(" "));

/** Return what a cell shows: {letter}, {shape, colour} in a 20 × 20 square (never colour alone)
 * with the address of its symbol, or {sign}. @type {(field: Field, value: string) => CellLook} */
export function cellLook(field, value) {
  if (isLetter(value)) return { letter: value };
  const choice = field.choices.find((one) => one.value === value);
  if (choice?.shape) return { shape: SHAPES[choice.shape], colour: choice.colour, symbol: choice.symbol };
  return { sign: value === field.default ? "" : value === CROSSED_OUT ? "×" : value };
}

/** @type {(form: Form, answers: Answers, field: Field, value: string) => string} */
export function cellName(form, answers, field, value) {
  if (!isLetter(value)) return choiceLabel(field, value);
  const name = letterName(form, answers, value);
  return name === value ? value : `${value}, ${name}`;
}

/** Map each cell "row,column" (from 0) to its whole cluster. */
export function clusters(/** @type {string[][]} */ cells, /** @type {Field["clusters"]} */ rule) {
  const families = rule?.families.map((family) => groups(cells, (cell) => [...family].some((sign) => means(sign, cell)))) ?? [];
  const large = families.flat().filter((group) => group.length >= Number(rule?.least));
  return new Map(large.flatMap((group) => group.map((at) => [at, group])));
}

function groups(/** @type {string[][]} */ cells, /** @type {(cell: string) => boolean} */ kind) {
  const left = /** @type {Set<string>} */ (new Set());
  cells.forEach((row, r) => row.forEach((cell, c) => kind(cell) && left.add(`${r},${c}`)));
  const all = [];
  for (const start of left) {
    const group = [start];
    left.delete(start);
    for (const at of group) {
      for (const near of neighbours(at)) if (left.delete(near)) group.push(near);
    }
    all.push(group);
  }
  return all;
}

export function neighbours(/** @type {string} */ at) {
  const [r, c] = at.split(",").map(Number);
  return [`${r - 1},${c}`, `${r},${c + 1}`, `${r + 1},${c}`, `${r},${c - 1}`]; // above, right, below, left
}
