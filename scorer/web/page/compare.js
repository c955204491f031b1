// Two people count the same table: show only the differences.
import { sound } from "./answers.js";
import { $, make } from "./dom.js";
import { unpacked } from "./share_link.js";
import { differences, placeName, valueName } from "./taps.js";
import { say } from "./words.js";

// Compare the table of a pasted link with the one on the screen.
export async function compareLink(table, text) {
  const shared = await unpacked(text);
  if (!shared || shared.game !== table.form.slug || !sound(table.form, shared.answers)) {
    $("differences").replaceChildren(make("p", { class: "note warn" }, say("no_link")));
    return;
  }
  showDifferences(table, shared.answers);
}

/** @type {(table: AnsweredTable, theirs: Answers) => void} */
export function showDifferences(table, theirs) {
  const { form } = table;
  const mine = table.answers();
  const found = differences(form, mine, theirs);
  if (!found.length) return $("differences").replaceChildren(make("p", { class: "note good", id: "same" }, say("no_difference")));
  const cell = (tag, text, given = {}) => make(tag, given, text);
  const rows = found.map(([path, one, other]) =>
    make("tr", {}, cell("th", placeName(form, mine, path), { scope: "row" }), cell("td", valueName(form, mine, path, one)), cell("td", valueName(form, theirs, path, other))),
  );
  const head = make("tr", {}, cell("td", ""), cell("th", say("mine"), { scope: "col" }), cell("th", say("theirs"), { scope: "col" }));
  const table_ = make("table", {}, make("caption", {}, say("differences", { n: found.length })), make("thead", {}, head), make("tbody", {}, ...rows));
  return $("differences").replaceChildren(table_);
}
