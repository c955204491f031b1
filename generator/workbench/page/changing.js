// Changes on their way to the files: one at a time, in order; refused and contested ones are shown.
import { $, button, make, tell } from "../../../scorer/web/page/dom.js";
import { say } from "../../../scorer/web/page/words.js";
import { address, wanted } from "./view.js";
import { paintGrid, paintRows } from "./grid.js";
import { get, post, wordsOf } from "./server.js";
import { showStatus } from "./status_line.js";
import { bench, cellOf, grid, keyOf, pending, refused, setCell } from "./state.js";

/** @type {{loaded(): void, changed(): void}} */
let hear = { loaded: () => undefined, changed: () => undefined };
export const whenChanged = (listener) => (hear = listener);
let moved = false;
/** @type {Promise<any>} */
let queue = Promise.resolve();

// Everything goes one after the other: so each change knows what the one before it left.
export function inTurn(work) {
  queue = queue.then(work).catch((fault) => warn(wordsOf(fault)));
  return queue;
}

export function warn(text) {
  showStatus(text, true);
  tell(text, 0);
}

export function calm() {
  if ($("status").classList.contains("lost")) showStatus("");
}

/** The grid as the files are now; nothing where the page has that already.
 * @type {(table?: string) => Promise<void>} */
export async function loadBench(table = bench.table) {
  const found = await get("bench.json", { table, known: table === bench.table ? bench.version : "" });
  if (!found) return;
  bench.record = found;
  bench.table = found.grid.table;
  bench.version = found.version;
  hear.loaded();
}

/** Writes cells: [row, column, text] each. A game that came along is made one's own first.
 * @type {(cells: string[][], before?: (row: string, column: string) => string) => Promise<any>} */
export async function writeCells(cells, before = cellOf) {
  const table = bench.table;
  if (!grid().written) return warn(say("sheet_not_written", { file: grid().place.split("/").at(-1) }));
  const latest = (row, column) => pending.get(keyOf(row, column)) ?? before(row, column);
  const changed = cells.filter(([row, column, text]) => latest(row, column) !== text.trim() || refused.has(keyOf(row, column)));
  for (const [row, column] of cells) refused.delete(keyOf(row, column));
  if (!changed.length) return paintRows();
  if (!(await ownedFirst())) return undefined;
  for (const [row, column, text] of changed) pending.set(keyOf(row, column), text);
  paintRows();
  return inTurn(async () => {
    const asked = changed.map(([row, column, text]) => [row, column, before(row, column), text]);
    let answer;
    try {
      answer = await post("edit", { kind: "cells", table, cells: asked });
    } finally {
      for (const [row, column, text] of changed) if (pending.get(keyOf(row, column)) === text) pending.delete(keyOf(row, column));
    }
    settle(answer, changed);
    goToCopy();
  });
}

// The page of the copy, once the change that asked for it is written.
function goToCopy() {
  if (moved) location.href = address("./", { table: bench.table });
}

function settle(answer, changed) {
  if (answer.refused) {
    for (const [row, column, text] of changed) {
      const own = answer.refused.filter((one) => one.row === row && one.column === column);
      const problem = own.map((one) => one.text).join("; ") || say("not_written_with_others");
      refused.set(keyOf(row, column), { text, problem });
    }
    tell(answer.refused.map((one) => `${one.column}: ${one.text}`).join(". "), 0);
    paintRows();
    hear.changed();
    return;
  }
  if (answer.conflict) return void contest(answer.conflict);
  calm();
  for (const [row, column, text] of changed) setCell(row, column, text.trim());
  bench.record.history = answer.history;
  paintGrid();
  hear.changed();
  if (changed.some(([, column]) => column === "id")) void loadBench();
}

// Somebody else wrote the same cell: both are shown, and one is chosen.
function contest({ row, column, mine, theirs }) {
  const choose = (text) => () => {
    $("ask").close();
    void loadBench().then(() => writeCells([[row, column, text]], () => theirs ?? ""));
  };
  ask(say("conflict_title"), [
    make("p", {}, say("conflict", { row, column })),
    make("dl", { class: "both" }, make("dt", {}, say("conflict_mine")), make("dd", {}, mine || "–"), make("dt", {}, say("conflict_theirs")), make("dd", {}, theirs ?? say("conflict_gone"))),
    make(
      "p",
      { class: "answers" },
      theirs === null || mine === "" ? null : button(say("take_mine"), choose(mine), { class: "plain", id: "take-mine" }),
      button(say("take_theirs"), () => ($("ask").close(), void loadBench()), { class: "plain", id: "take-theirs" }),
    ),
  ]);
}

export function ask(title, parts) {
  $("ask").replaceChildren(make("h2", { id: "ask-title" }, title), ...parts);
  if (!$("ask").open) $("ask").showModal();
}

/** Any other change: rows, values, pictures.
 * @type {(asked: Record<string, any>, path?: string) => Promise<any>} */
export async function change(asked, path = "edit") {
  if (!(await ownedFirst())) return undefined;
  return inTurn(async () => {
    const answer = await post(path, { table: bench.table, ...asked });
    if (answer.refused) warn(answer.refused.map((one) => `${one.row} ${one.column}: ${one.text}`).join(". "));
    else if (answer.conflict) contest(answer.conflict);
    else calm();
    goToCopy();
    await loadBench();
    hear.changed();
    return answer;
  });
}

export function step(way) {
  return inTurn(async () => {
    const answer = await post("step", { way });
    if (answer.conflict) {
      const { row, column, theirs } = answer.conflict;
      warn(say("cannot_undo", { where: [row, column].filter(Boolean).join(", "), theirs: theirs ?? "–" }));
      await post("step", { way: `forget_${way}` });
    } else if (answer.said) tell(say(`${way}_done`, { what: saidWords(answer.said) }), 0);
    await loadBench();
    hear.changed();
  });
}

// A step in words: "Oil Spill: bid 5 → 6".
export const saidWords = (said) => say(said.key, { ...said, before: said.before || "–", after: said.after || "–" });

// The first change of a game that came along asks for a name and makes it one's own.
function ownedFirst() {
  if (bench.record.own) return Promise.resolve(true);
  return new Promise((resolve) => {
    const input = make("input", { id: "own-name", value: bench.record.suggested, pattern: "[a-zA-Z][a-zA-Z0-9_\\-]{0,39}", required: true, autocomplete: "off" });
    const problem = make("p", { class: "problem-text", role: "alert" });
    const makeOwn = async (event) => {
      event.preventDefault();
      try {
        const { game } = await post("own", { name: input.value });
        wanted.game = game; // what is asked from now on is asked of the copy
        bench.record.own = moved = true;
        $("ask").close();
        resolve(true);
      } catch (fault) {
        problem.textContent = wordsOf(fault);
      }
    };
    const leave = () => {
      $("ask").close();
      resolve(false);
    };
    const form = make("form", { onsubmit: makeOwn }, make("p", {}, say("own_why")), make("label", { class: "field" }, `${say("own_name")} `, input), problem);
    form.append(make("p", { class: "answers" }, make("button", { class: "plain", id: "make-own" }, say("own_make")), button(say("cancel"), leave, { class: "plain" })));
    ask(say("own_title"), [form]);
    $("ask").addEventListener("cancel", () => resolve(false), { once: true });
    input.select();
  });
}
