// Write changes to the files, one at a time and in order; show refused and conflicting ones.
import { $, button, make, tell } from "../../../scorer/web/page/dom.js";
import { say } from "../../../scorer/web/page/words.js";
import { address, wanted } from "./view.js";
import { paintGrid, paintRows } from "./grid.js";
import { ask, calm, inTurn, ownCopy, takeStep, warn } from "./asking.js";
import { get, post } from "./server.js";
import { bench, grid, keyOf, openedCell, pending, refused, setCell } from "./state.js";

/** @type {{loaded(): void, changed(): void}} */
let hear = { loaded: () => undefined, changed: () => undefined };
export const whenChanged = (listener) => (hear = listener);
let moved = false;

/** Load the grid from the files, unless the page already has this version.
 * @type {(table?: string) => Promise<void>} */
export async function loadBench(table = bench.table) {
  const found = await get("bench.json", { table, known: table === bench.table ? bench.version : "" });
  if (!found) return;
  bench.record = found;
  bench.table = found.grid.table;
  bench.version = found.version;
  hear.loaded();
}

/** Write cells, each [row, column, text]. A built-in game is copied first.
 * `opened` holds the text of a cell when its editor was opened; without it, the current text counts.
 * @type {(cells: string[][], opened?: (row: string, column: string) => string) => Promise<any>} */
export async function writeCells(cells, opened = openedCell) {
  if (!grid().written) return warn(say("sheet_not_written", { file: grid().place.split("/").at(-1) }));
  const asked = cells
    .filter(([row, column, text]) => opened(row, column) !== text.trim() || refused.has(keyOf(row, column)))
    .map(([row, column, text]) => [row, column, opened(row, column), text]);
  for (const [row, column] of cells) refused.delete(keyOf(row, column));
  return asked.length ? send(asked) : paintRows();
}

/** @type {(asked: string[][]) => Promise<any>} */
async function send(asked) {
  const table = bench.table;
  const sent = asked.map(([row, column, , text]) => [keyOf(row, column), text.trim()]);
  if (!(await ownedFirst())) return undefined;
  for (const [key, text] of sent) pending.set(key, text);
  paintRows();
  return inTurn(async () => {
    let answer;
    try {
      answer = await post("edit", { kind: "cells", table, cells: asked });
    } finally {
      for (const [key, text] of sent) if (pending.get(key) === text) pending.delete(key);
    }
    settle(answer, asked, sent);
    goToCopy();
  });
}

// Open the page of the copy, once the first change is written.
function goToCopy() {
  if (moved) location.href = address("./", { table: bench.table });
}

function settle(answer, asked, sent) {
  if (answer.refused) {
    asked.forEach(([row, column, , text], at) => {
      const own = answer.refused.filter((one) => one.row === row && one.column === column);
      const problem = own.map((one) => one.text).join("; ") || say("not_written_with_others");
      refused.set(sent[at][0], { text, problem });
    });
    tell(answer.refused.map((one) => `${one.column}: ${one.text}`).join(". "), 0);
    paintRows();
    hear.changed();
    return;
  }
  if (answer.conflict) return contestCells(answer.conflict, asked);
  calm();
  asked.forEach(([row, column, , text], at) => sent[at][0] === keyOf(row, column) && setCell(row, column, text.trim()));
  bench.record.history = answer.history;
  paintGrid();
  hear.changed();
  if (asked.some(([, column]) => column === "id")) void loadBench();
}

// Someone else changed some of the cells: overwrite or keep those, as chosen, and write all others.
function contestCells(conflict, asked) {
  const theirs = new Map(conflict.map((one) => [`${one.row}\n${one.column}`, one.theirs]));
  const contested = ([row, column]) => theirs.has(`${row}\n${column}`);
  const others = asked.filter((cell) => !contested(cell));
  const mine = asked.map((cell) => (contested(cell) ? [cell[0], cell[1], theirs.get(`${cell[0]}\n${cell[1]}`), cell[3]] : cell));
  const there = mine.filter(([, , before]) => before !== null);
  paintRows();
  contest(conflict, there.length > others.length ? () => send(there) : null, () => others.length && send(others));
}

/** Someone else changed the same place: show both versions and ask which one to keep.
 * @type {(conflict: any[], takeMine: (() => any) | null, takeTheirs?: () => any) => void} */
function contest(conflict, takeMine, takeTheirs = () => undefined) {
  const chosen = (act) => () => {
    $("ask").removeEventListener("cancel", leave);
    $("ask").close();
    bench.version = ""; // show the file, whatever was typed
    void loadBench().then(act);
  };
  const leave = chosen(takeTheirs);
  $("ask").addEventListener("cancel", leave, { once: true });
  const both = conflict.flatMap(({ row, column, mine, theirs }) => [
    make("dt", {}, [row, column, say("conflict_mine")].filter(Boolean).join(" · ")),
    make("dd", { class: "mine" }, mine || "–"),
    make("dt", {}, [row, column, say("conflict_theirs")].filter(Boolean).join(" · ")),
    make("dd", { class: "theirs" }, theirs === null ? say("conflict_gone") : theirs || "–"),
  ]);
  ask(say("conflict_title"), [
    make("p", {}, say("conflict", { n: conflict.length })),
    make("dl", { class: "both", tabindex: 0 }, ...both),
    make("p", { class: "answers" }, takeMine && button(say("take_mine"), chosen(takeMine), { class: "plain", id: "take-mine" }), button(say("take_theirs"), leave, { class: "plain", id: "take-theirs" })),
  ]);
}

/** Any other change: rows, values, pictures. `again` builds the request that overwrites what others wrote.
 * @type {(asked: Record<string, any>, path?: string, again?: (theirs: any) => Record<string, any>) => Promise<any>} */
export async function change(asked, path = "edit", again = undefined) {
  if (!(await ownedFirst())) return undefined;
  const table = bench.table;
  return inTurn(async () => {
    const answer = await post(path, { table, ...asked });
    if (answer.refused) warn(answer.refused.map((one) => `${one.row} ${one.column}: ${one.text}`).join(". "));
    else if (answer.conflict) {
      const [first] = answer.conflict;
      const { mine = first.mine, ...more } = again?.(first) ?? {};
      contest([{ ...first, mine }], again && first.theirs !== null ? () => change({ ...asked, ...more }, path, again) : null);
    } else calm();
    goToCopy();
    await loadBench();
    hear.changed();
    return answer;
  });
}

// Steps in progress: until they are done, the next press means the step before, even after a reload.
const taken = new Set();
export const steps = (way) => bench.record.history[way].filter((one) => !taken.has(one.id));

/** Return the step that a button names.
 * @type {(way: "undo" | "redo") => any} */
function take(way) {
  const [named] = steps(way);
  if (named) taken.add(named.id);
  hear.changed();
  return named;
}

/** Undo or redo exactly what the button names; changes by others are shown first.
 * Cells that are still being written count as the latest step: the button names them in a moment.
 * @type {(way: "undo" | "redo") => Promise<any>} */
export function step(way) {
  const pressed = pending.size ? null : take(way);
  return inTurn(async () => {
    const named = pressed ?? take(way);
    if (!named) return;
    try {
      await takeStep(way, named);
      bench.version = ""; // refresh the label, even if nothing was done
      await loadBench();
    } finally {
      taken.delete(named.id);
      hear.changed();
    }
  });
}

// The first change to a built-in game asks for a name and creates a copy.
async function ownedFirst() {
  if (bench.record.own) return true;
  const game = await ownCopy(bench.record.suggested);
  if (!game) return false;
  wanted.game = game; // further requests go to the copy
  bench.record.own = moved = true;
  return true;
}
