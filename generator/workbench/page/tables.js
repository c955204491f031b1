// The tables of a game as tabs: their rows, columns and files; its numbers and colours; and the way to a card.
import { $, button, lang, make, on, say } from "../../../scorer/web/page/page.js";
import { change, fetchBench, showBench } from "./changing.js";
import { rowIds, view } from "./grid.js";
import { choose } from "./keyboard.js";
import { answers, ask, field, fileTools, form, list, offer, repaint, replaceChips, warn } from "./asking.js";
import { state } from "./signals.js";
import { address, bench, chosen, columns, current, grid, marked, settings } from "./view.js";
import { base64, get, post, wordsOf } from "./server.js";

/** Whether the numbers are shown instead of the table. */
export const tab = state({ numbers: false });

const NUMBERS = "numbers:";

async function showTable(/** @type {string} */ name) {
  if (name !== NUMBERS && name !== bench.table) {
    const record = await fetchBench(name);
    forgetCells();
    $("frame").scrollTop = 0;
    showBench(record);
  }
  tab.numbers = name === NUMBERS;
}

/** Another table: nothing in it is selected, searched or sorted. */
export function forgetCells() {
  marked.clear();
  Object.assign(chosen, { row: "", column: "", anchor: "" });
  Object.assign(view, { find: "", sort: "", down: false });
}

export async function goToCard(/** @type {string} */ name) {
  const [deck, row] = name.split("/");
  await showTable(deck);
  if (rowIds().includes(row)) choose(row, chosen.column || columns()[0].name);
}

export function paintTabs() {
  $("grid-part").hidden = tab.numbers;
  $("forms").hidden = !tab.numbers;
  const tables = bench.record.tables.map(([name, title]) => [name, title || say("words_table")]);
  const chips = [...tables, [NUMBERS, say("numbers")]].map(([name, title]) => {
    const here = tab.numbers ? name === NUMBERS : name === bench.table;
    return button(title, () => void showTable(name), { class: "chip", "aria-pressed": String(here), "data-table": name });
  });
  replaceChips($("tables"), chips);
}

/** The address contains the table, so that a reload or a bookmark shows it again. */
export function rememberTable() {
  const query = new URLSearchParams({ game: settings.game, lang: settings.lang, table: bench.table });
  history.replaceState(null, "", `?${query}`);
  $("translate").href = address("translate.html");
}

const ROW_TOOLS = /** @type {const} */ (["add", "duplicate", "bench", "up", "down", "fill", "delete"]);

export function paintSheet() {
  const place = $("sheet-part");
  const { written, workbook } = grid();
  if (!columns().length) return; // its file cannot be read
  for (const id of ROW_TOOLS) $(id).disabled = !written;
  $("column").disabled = !written || !workbook; // the columns of words are the languages
  const file = grid().place?.split("/").at(-1) ?? "";
  $("not-written").hidden = written;
  $("not-written").textContent = written ? "" : say(workbook ? "sheet_not_written" : "sheet_words", { file });
  if (place.dataset.table === bench.table) return;
  place.dataset.table = bench.table;
  const href = address("sheet.xlsx", { table: bench.table, page: lang });
  const link = { id: "sheet-out", href, download: `${current.gallery.slug}-${bench.table}.xlsx` };
  place.replaceChildren(...(workbook ? fileTools({ "sheet_out": link }, "sheet_in", ".xlsx,.ods,.csv,.tsv", take) : []));
}

async function take(/** @type {File} */ file) {
  const most = bench.record.limits.sheet;
  if (file.size > most) return warn(say("sheet_large", { n: most / 1e6 }));
  const sheet = { table: bench.table, name: file.name, data: await base64(file) };
  return show(sheet, await post("sheet", sheet));
}

// If the deck has changed in the meantime, the differences are shown again.
function show(/** @type {{table: string, name: string, data: string}} */ sheet, /** @type {ImportOffer} */ found) {
  offer(sheet.name, found, async (seen) => {
    const answer = await change({ ...sheet, seen }, "sheet");
    if (answer?.lines) show(sheet, answer);
  });
}

const FIXED = ["id", "copies", "source", "reason"];
const KINDS = ["text", "int", "bool", "list"];
const NAME = "[a-z][a-z0-9_]*";

async function send(/** @type {object} */ request) {
  $("ask").close();
  await change({ kind: "column", ...request });
  $("column").focus();
}

const nameField = (/** @type {string} */ id, value = "") =>
  make("input", { id, value, pattern: NAME, maxlength: 40, required: true, autocomplete: "off" });

const LOOK = { className: "column-form" };

function newColumn() {
  const name = nameField("column-name");
  const kind = make("select", { id: "column-kind" }, ...KINDS.map((one) => new Option(say(`column_kind_${one}`), one)));
  const add = () => send({ do: "add", column: name.value, type: kind.value });
  const parts = [make("h3", {}, say("column_new")), field(say("column_name"), name), field(say("column_kind"), kind)];
  const press = make("button", { class: "plain", id: "column-add" }, say("column_add"));
  return Object.assign(form(add, parts, [press]), LOOK);
}

/** Show the selected column, with the lines that use its name. */
function oldColumn(/** @type {string} */ column, /** @type {string[]} */ uses) {
  const head = make("h3", {}, say("column_chosen", { what: column }));
  if (FIXED.includes(column)) return make("div", {}, head, make("p", {}, say("column_fixed", { what: column })));
  const name = nameField("column-new-name", column);
  const rename = async () => name.value !== column && send({ do: "rename", column, name: name.value });
  const remove = () => void send({ do: "remove", column });
  const used = uses.length
    ? [make("p", {}, say("column_uses")), list("column-uses", uses)]
    : [make("p", { class: "hint" }, say("column_unused"))];
  const buttons = [
    make("button", { class: "plain", id: "column-rename" }, say("column_rename")),
    button(say("column_remove"), remove, { class: "plain", id: "column-remove" }),
  ];
  return Object.assign(form(rename, [head, ...used, field(say("column_name"), name)], buttons), LOOK);
}

async function open() {
  const column = chosen.column.split(":")[0] || "id";
  const uses = await get("column.json", { column });
  const close = button(say("close"), () => $("ask").close(), { class: "plain", id: "column-close" });
  ask(say("column_title"), [newColumn(), oldColumn(column, uses), answers(close)]);
}

export const listenToColumns = () =>
  on($("column"), "click", () => bench.record && void open().catch((fault) => warn(wordsOf(fault))));

/** Load the numbers when they are shown, and after each change. */
export async function paintForms() {
  if (!tab.numbers || !bench.record) return;
  const values = await get("values.json");
  const place = $("forms");
  const typing = document.activeElement;
  // Text that is being typed stays, with the field's original value; after the write, everything is painted again.
  if (typing instanceof HTMLInputElement && place.contains(typing) && typing.value !== typing.defaultValue) return;
  const groups = [...new Set(values.map(groupOf))].map((name) => {
    const rows = values.filter((value) => groupOf(value) === name).map(valueRow);
    return make("fieldset", { class: "form-part" }, make("legend", {}, name), ...rows);
  });
  repaint(place, make("p", { class: "hint" }, say("numbers_hint")), ...groups);
}

const groupOf = (/** @type {GameValue} */ value) => `${value.file} · ${value.group}`;

function valueRow(/** @type {GameValue} */ value) {
  const name = value.path.filter((step) => step !== "value").slice(1).join(" · ") || value.group;
  const id = `value-${value.file}-${value.path.join("-")}`.replace(/[^\w-]/g, "-");
  const input = make("input", {
    id,
    type: value.kind === "colour" ? "color" : "text",
    inputmode: value.kind === "int" ? "numeric" : null,
    value: value.value,
    autocomplete: "off",
    "data-path": `${value.file}:${value.path.join(".")}`,
    onchange: ({ target }) => void save(value, target),
    onkeydown: (event) => value.kind === "int" && stepValue(event, value),
  });
  return make("div", { class: "form-row" }, make("label", { for: id }, name), input, make("span", { class: "hint" }, shownOn(value.shows, value)));
}

function shownOn(/** @type {string[]} */ cards, /** @type {GameValue} */ value) {
  const where = say("at_line", { file: value.file, line: value.line });
  const names = [...cards.slice(0, 3), ...(cards.length > 3 ? ["…"] : [])].join(", ");
  return cards.length ? `${where} · ${say("shown_on", { n: cards.length, what: names })}` : where;
}

function stepValue(/** @type {Heard<HTMLInputElement, "keydown">} */ event, /** @type {GameValue} */ value) {
  if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
  event.preventDefault();
  event.target.value = String((Number.parseInt(event.target.value, 10) || 0) + (event.key === "ArrowUp" ? 1 : -1));
  void save(value, event.target);
}

async function save(/** @type {GameValue} */ value, /** @type {HTMLInputElement} */ input) {
  if (input.value === value.value) return;
  input.setAttribute("aria-invalid", "false");
  const request = { kind: "value", file: value.file, path: value.path, before: value.value, after: input.value };
  const answer = await change(request, "edit", ({ theirs }) => ({ before: theirs }));
  if (answer?.refused) {
    input.setAttribute("aria-invalid", "true");
    input.title = answer.refused.map((one) => one.text).join("; ");
  }
}
