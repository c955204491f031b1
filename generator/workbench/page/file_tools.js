// Files for other programs: save them, and import them again, differences first.
import { $, button, make } from "../../../scorer/web/page/dom.js";
import { icon } from "../../../scorer/web/page/icons.js";
import { say } from "../../../scorer/web/page/words.js";
import { ask } from "./asking.js";
import { wordsOf } from "./server.js";

const part = (/** @type {"in" | "out"} */ name, /** @type {string} */ key) => [icon(name), make("span", {}, say(key))];
const list = (/** @type {string} */ id, /** @type {string[]} */ lines) => make("ul", { class: "changes", id, tabindex: 0 }, ...lines.map((line) => make("li", {}, line)));

/** Links that save files, by the keys of their words, and a label that imports one.
 * @type {(links: Record<string, {id: string, href: string, download: string}>, label: string, accept: string, take: (file: File) => Promise<unknown>) => HTMLElement[]} */
export function fileTools(links, label, accept, take) {
  const choose = (/** @type {{target: HTMLInputElement}} */ { target }) => {
    const file = target.files?.[0];
    if (file) take(file).catch((fault) => refuse(file.name, fault));
    target.value = ""; // the same file can be imported again
  };
  const saves = Object.entries(links).map(([key, given]) => make("a", { class: "tool", ...given }, ...part("out", key)));
  const input = make("input", { type: "file", id: "file-in", accept, class: "hidden-label", onchange: choose });
  return [...saves, input, make("label", { class: "tool file", for: "file-in" }, ...part("in", label))];
}

const answers = (/** @type {HTMLElement[]} */ ...more) =>
  make("p", { class: "answers" }, ...more, button(say(more.length ? "cancel" : "close"), () => $("ask").close(), { class: "plain", id: "file-cancel" }));

function refuse(/** @type {string} */ file, /** @type {unknown} */ fault) {
  const problems = list("file-problems", wordsOf(fault).split("\n"));
  problems.classList.add("problem-text");
  ask(say("sheet_wrong", { file }), [problems, answers()]);
}

/** Show what a file would change; `write` gets the lines that were shown.
 * @type {(file: string, offer: ImportOffer, write: (seen: string[]) => Promise<unknown>) => void} */
export function offer(file, { lines = [], n = 0, reordered, fuzzy, unknown = [] }, write) {
  const notes = [
    n > lines.length && say("sheet_more", { n: n - lines.length }),
    reordered && say("sheet_order"),
    fuzzy && say("file_fuzzy", { n: fuzzy }),
    unknown.length && say("file_unknown", { n: unknown.length, what: unknown.slice(0, 3).join("; ") }),
  ];
  const hints = notes.flatMap((note) => (note ? make("p", { class: "hint" }, note) : []));
  if (!n) return ask(say("sheet_nothing", { file }), [...hints, answers()]);
  const take = () => {
    $("ask").close();
    write(lines).catch((fault) => refuse(file, fault));
  };
  return ask(say("sheet_differs", { n, file }), [list("file-lines", lines), ...hints, answers(button(say("sheet_write"), take, { class: "plain strong", id: "file-write" }))]);
}
