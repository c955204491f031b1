// Write changes to the files, one at a time and in order; show refused and conflicting ones.
import { $, button, make, say, tell } from "../../../scorer/web/page/page.js";
import { address, bench, chosen, columnNamed, columns, grid, idOf, keyOf, noteWritten, openedCell, pending, refused, settings } from "./view.js";
import { answers, ask, calm, inTurn, ownCopy, takeStep, warn } from "./asking.js";
import { get, post } from "./server.js";
import { collection } from "./signals.js";

let moved = false;

/** Fetch the grid from the files; null if the page already has this version. @type {(table?: string) => Promise<Bench | null>} */
export const fetchBench = (table = bench.table) => get("bench.json", { table, known: table === bench.table ? bench.version : "" });

/** Show a grid; a cell that is still there stays selected. @param {Bench | null} record */
export function showBench(record) {
  if (!record) return;
  Object.assign(bench, { record, table: record.grid.table, version: record.version });
  const ids = columns().length ? grid().rows.map(idOf) : [];
  if (!ids.includes(chosen.row)) chosen.row = ids[0] ?? "";
  if (!columnNamed(chosen.column)) chosen.column = (columnNamed("copies") ?? columns()[0])?.name ?? "";
}

export const loadBench = async () => showBench(await fetchBench());

/** A cell to write: its row, its column, its text before and after. @typedef {[row: string, column: string, before: string, after: string]} Edit */

/** Write cells, each [row, column, text]. A built-in game is copied first.
 * `opened` holds the text of a cell when its editor was opened; without it, the current text counts.
 * @type {(cells: string[][], opened?: (row: string, column: string) => string) => Promise<any>} */
export async function writeCells(cells, opened = openedCell) {
  if (!grid().written) return warn(say("sheet_not_written", { file: grid().place.split("/").at(-1) }));
  /** @type {Edit[]} */
  const edits = cells.map(([row, column, text]) => [row, column, opened(row, column), text]);
  const typedCells = edits.filter(([row, column, before, text]) => before !== text.trim() || refused.has(keyOf(row, column)));
  for (const [row, column] of cells) refused.delete(keyOf(row, column));
  return typedCells.length ? send(typedCells) : undefined;
}

async function send(/** @type {Edit[]} */ cells) {
  const table = bench.table;
  const sent = cells.map(([row, column, , text]) => [keyOf(row, column), text.trim()]);
  if (!(await ownedFirst())) return undefined;
  for (const [key, text] of sent) pending.set(key, text);
  return inTurn(async () => {
    const written = post("edit", { kind: "cells", table, cells: cells });
    const answer = await written.finally(() => sent.forEach(([key, text]) => pending.get(key) === text && pending.delete(key)));
    settle(answer, cells, sent);
    goToCopy();
  });
}

// Open the page of the copy, once the first change is written.
function goToCopy() {
  if (moved) location.href = address("./", { table: bench.table });
}

function settle(/** @type {EditAnswer} */ answer, /** @type {Edit[]} */ cells, /** @type {string[][]} */ sent) {
  const { refused: wrong, conflict, history } = answer;
  if (wrong) {
    cells.forEach(([row, column, , text], at) => {
      const own = wrong.filter((one) => one.row === row && one.column === column);
      const problem = own.map((one) => one.text).join("; ") || say("not_written_with_others");
      refused.set(sent[at][0], { text, problem });
    });
    return tell(wrong.map((one) => `${one.column}: ${one.text}`).join(". "), 0);
  }
  if (conflict) return contestCells(conflict, cells);
  calm();
  const here = cells.filter(([row, column], at) => sent[at][0] === keyOf(row, column));
  noteWritten(here.map(([row, column, , text]) => [row, column, text.trim()]), history);
  if (cells.some(([, column]) => column === "id")) void loadBench();
}

/** Someone else changed some of the cells: overwrite or keep those, as chosen, and write all others. */
function contestCells(/** @type {Conflict[]} */ conflict, /** @type {Edit[]} */ cells) {
  const theirsOf = (/** @type {Edit} */ [row, column]) => conflict.find((one) => one.row === row && one.column === column)?.theirs;
  const others = cells.filter((cell) => theirsOf(cell) === undefined);
  /** @type {Edit[]} */
  const conflicts = cells.flatMap((cell) => {
    const [row, column, before, text] = cell;
    const theirs = theirsOf(cell);
    return theirs === null ? [] : [[row, column, theirs ?? before, text]];
  });
  contest(conflict, conflicts.length > others.length ? () => send(conflicts) : null, () => others.length && send(others));
}

/** Someone else changed the same place: show both versions and ask which one to keep.
 * @type {(conflict: Conflict[], takeMine: (() => unknown) | null, takeTheirs?: () => unknown) => void} */
function contest(conflict, takeMine, takeTheirs = () => undefined) {
  let act = takeTheirs;
  const overwrite = () => {
    act = takeMine ?? takeTheirs;
    $("ask").close();
  };
  const reload = () => {
    bench.version = ""; // show the file, whatever was typed
    void loadBench().then(act);
  };
  $("ask").addEventListener("close", reload, { once: true });
  const both = conflict.flatMap(({ row, column, mine, theirs }) => [
    make("dt", {}, [row, column, say("conflict_mine")].filter(Boolean).join(" · ")),
    make("dd", { class: "mine" }, mine || "–"),
    make("dt", {}, [row, column, say("conflict_theirs")].filter(Boolean).join(" · ")),
    make("dd", { class: "theirs" }, theirs === null ? say("conflict_gone") : theirs || "–"),
  ]);
  ask(say("conflict_title"), [
    make("p", {}, say("conflict", { n: conflict.length })),
    make("dl", { class: "both", tabindex: 0 }, ...both),
    answers(
      takeMine && button(say("take_mine"), overwrite, { class: "plain", id: "take-mine" }),
      button(say("take_theirs"), () => $("ask").close(), { class: "plain", id: "take-theirs" }),
    ),
  ]);
}

/** Any other change: rows, values, pictures. `again` builds the request that overwrites what others wrote.
 * @typedef {(theirs: Conflict) => {mine?: string, before?: unknown, seen?: unknown}} Overwrite
 * @type {(request: object, path?: "edit" | "picture" | "sheet", again?: Overwrite) => Promise<(EditAnswer & ImportOffer) | undefined>} */
export async function change(request, path = "edit", again = undefined) {
  if (!(await ownedFirst())) return undefined;
  const { table } = bench;
  return inTurn(async () => {
    const answer = await post(path, { table, ...request });
    if (answer.refused) warn(answer.refused.map((one) => `${one.row} ${one.column}: ${one.text}`).join(". "));
    else if (answer.conflict) {
      const [first] = answer.conflict;
      const { mine = first.mine, ...more } = again?.(first) ?? {};
      const overwrite = () => change({ ...request, ...more }, path, again);
      contest([{ ...first, mine }], again && first.theirs !== null ? overwrite : null);
    } else calm();
    goToCopy();
    await loadBench();
    return answer;
  });
}

/** Steps in progress: until they are done, the next press means the step before, even after a reload. @type {Set<number>} */
const inProgress = collection(new Set());

/** @type {(direction: "undo" | "redo") => Said[]} */
export const steps = (direction) => bench.record.history[direction].filter((one) => !inProgress.has(one.id));

function takeNext(/** @type {"undo" | "redo"} */ direction) {
  const [next] = steps(direction);
  if (next) inProgress.add(next.id);
  return next;
}

/** Undo or redo exactly what the button names; changes by others are shown first.
 * Cells that are still being written count as the latest step: the button names them in a moment. */
export function step(/** @type {"undo" | "redo"} */ direction) {
  const pressed = pending.size ? null : takeNext(direction);
  return inTurn(async () => {
    const next = pressed ?? takeNext(direction);
    if (!next) return;
    try {
      await takeStep(direction, next);
      bench.version = ""; // refresh the label, even if nothing was done
      await loadBench();
    } finally {
      inProgress.delete(next.id);
    }
  });
}

/** The first change to a built-in game asks for a name and creates a copy. */
async function ownedFirst() {
  if (bench.record.own) return true;
  const game = await ownCopy(bench.record.suggested);
  if (!game) return false;
  settings.game = game; // further requests go to the copy
  moved = true;
  bench.record = { ...bench.record, own: true };
  return true;
}
