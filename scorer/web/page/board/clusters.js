// Clusters on a board: at least a given number of cells of one family that share edges. A family
// is a string of signs.
import { means } from "./letters.js";

const belongs = (/** @type {string} */ family, /** @type {string} */ cell) => [...family].some((sign) => means(sign, cell));

/** Map each cell "row,column" (from 0) to its whole cluster. */
export function clusters(/** @type {string[][]} */ cells, /** @type {Field["clusters"]} */ rule) {
  const families = rule?.families.map((family) => groups(cells, (cell) => belongs(family, cell))) ?? [];
  const large = families.flat().filter((group) => group.length >= Number(rule?.least));
  return new Map(large.flatMap((group) => group.map((at) => [at, group])));
}

function groups(/** @type {string[][]} */ cells, /** @type {(cell: string) => boolean} */ kind) {
  /** @type {Set<string>} */
  const left = new Set();
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
