// Two people count the same table: show only the differences.
import { sound } from "./answers.js";
import { $, make } from "./dom.js";
import { unpack } from "./share_link.js";
import { differences, placeName, valueName } from "./taps.js";
import { say } from "./words.js";

/** Compare the table of a pasted link with the one on the screen. @param {AnsweredTable} table @param {string} text */
export async function compareLink(table, text) {
  const shared = await unpack(text);
  if (!shared || shared.game !== table.form.slug || !sound(table.form, shared.answers)) {
    $("differences").replaceChildren(make("p", { class: "note warn" }, say("no_link")));
    return;
  }
  showDifferences(table, shared.answers);
}

export function showDifferences(/** @type {AnsweredTable} */ table, /** @type {Answers} */ theirs) {
  const { form } = table;
  const mine = table.answers();
  const pairs = differences(form, mine, theirs);
  if (!pairs.length) return $("differences").replaceChildren(make("p", { class: "note good", id: "same" }, say("no_difference")));
  /** @param {"th" | "td"} tag @param {string} text @param {Record<string, string>} [attributes] */
  const cell = (tag, text, attributes = {}) => make(tag, attributes, text);
  const rows = pairs.map(([path, one, other]) =>
    make("tr", {}, cell("th", placeName(form, mine, path), { scope: "row" }), cell("td", valueName(form, mine, path, one)), cell("td", valueName(form, theirs, path, other))),
  );
  const head = make("tr", {}, cell("td", ""), cell("th", say("mine"), { scope: "col" }), cell("th", say("theirs"), { scope: "col" }));
  const table_ = make("table", {}, make("caption", {}, say("differences", { n: pairs.length })), make("thead", {}, head), make("tbody", {}, ...rows));
  return $("differences").replaceChildren(table_);
}
