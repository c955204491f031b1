// Clusters on a board: at least a given number of cells of one family that share edges. A family
// is a string of signs.
import { means } from "./letters.js";

const belongs = (family, cell) => [...family].some((sign) => means(sign, cell));

// Map each cell "row,column" (from 0) to its whole cluster.
export function clusters(cells, rule) {
  const found = new Map();
  for (const family of rule?.families ?? []) {
    for (const group of groups(cells, (cell) => belongs(family, cell))) {
      if (group.length >= rule.least) group.forEach((at) => found.set(at, group));
    }
  }
  return found;
}

function groups(cells, wanted) {
  const left = new Set();
  cells.forEach((row, r) => row.forEach((cell, c) => wanted(cell) && left.add(`${r},${c}`)));
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

export function neighbours(at) {
  const [r, c] = at.split(",").map(Number);
  return [`${r - 1},${c}`, `${r},${c + 1}`, `${r + 1},${c}`, `${r},${c - 1}`]; // above, right, below, left
}
