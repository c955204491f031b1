// A dialog to add, rename and remove columns, together with their entries in game.yaml.
import { $, button, make, on } from "../../../scorer/web/page/dom.js";
import { say } from "../../../scorer/web/page/words.js";
import { ask, warn } from "./asking.js";
import { change } from "./changing.js";
import { get, wordsOf } from "./server.js";
import { bench, chosen } from "./view.js";

const FIXED = ["id", "copies", "source", "reason"];
const KINDS = ["text", "int", "bool", "list"];
const NAME = "[a-z][a-z0-9_]*";

async function send(/** @type {object} */ request) {
  $("ask").close();
  await change({ kind: "column", ...request });
  $("column").focus();
}

const field = (/** @type {string} */ id, /** @type {string} */ value) => make("input", { id, value, pattern: NAME, maxlength: 40, required: true, autocomplete: "off" });
const answers = (/** @type {HTMLElement[]} */ ...buttons) => make("p", { class: "answers" }, ...buttons);

function form(/** @type {() => void} */ act, /** @type {Child[]} */ ...parts) {
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    act();
  };
  return make("form", { onsubmit: submit, class: "column-form" }, ...parts);
}

function newColumn() {
  const name = field("column-name", "");
  const kind = make("select", { id: "column-kind" }, ...KINDS.map((one) => new Option(say(`column_kind_${one}`), one)));
  const add = () => void send({ do: "add", column: name.value, type: kind.value });
  return form(
    add,
    make("h3", {}, say("column_new")),
    make("label", { class: "field" }, `${say("column_name")} `, name),
    make("label", { class: "field" }, `${say("column_kind")} `, kind),
    answers(make("button", { class: "plain", id: "column-add" }, say("column_add"))),
  );
}

/** Show the selected column, with the lines that use its name. */
function oldColumn(/** @type {string} */ column, /** @type {string[]} */ uses) {
  const head = make("h3", {}, say("column_chosen", { what: column }));
  if (FIXED.includes(column)) return make("div", {}, head, make("p", {}, say("column_fixed", { what: column })));
  const name = field("column-new-name", column);
  const rename = () => name.value !== column && void send({ do: "rename", column, name: name.value });
  const remove = button(say("column_remove"), () => void send({ do: "remove", column }), { class: "plain", id: "column-remove" });
  const lines = uses.map((line) => make("li", {}, line));
  return form(
    rename,
    head,
    uses.length ? make("p", {}, say("column_uses")) : make("p", { class: "hint" }, say("column_unused")),
    uses.length ? make("ul", { class: "changes", id: "column-uses", tabindex: 0 }, ...lines) : null,
    make("label", { class: "field" }, `${say("column_name")} `, name),
    answers(make("button", { class: "plain", id: "column-rename" }, say("column_rename")), remove),
  );
}

async function open() {
  const column = chosen.column.split(":")[0] || "id";
  const uses = await get("column.json", { column });
  const close = button(say("close"), () => $("ask").close(), { class: "plain", id: "column-close" });
  ask(say("column_title"), [newColumn(), oldColumn(column, uses), answers(close)]);
}

export const listenToColumns = () =>
  on($("column"), "click", () => bench.record && void open().catch((fault) => warn(wordsOf(fault))));
