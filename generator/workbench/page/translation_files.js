// The texts as a file for Poedit or a spreadsheet, and such a file in again: changes first.
import { $, button, make } from "../../../scorer/web/page/dom.js";
import { icon } from "../../../scorer/web/page/icons.js";
import { lang } from "../../../scorer/web/page/language.js";
import { say } from "../../../scorer/web/page/words.js";
import { ask } from "./asking.js";
import { base64, post, wordsOf } from "./server.js";
import { desk } from "./translation.js";
import { address } from "./view.js";

/** @type {{owned(): Promise<boolean>, written(): void}} */
let hear;

export function paintFiles(listener) {
  hear = listener;
  const out = ["po", "xlsx"].map((kind) => {
    const name = `${desk.record.game}-${desk.record.lang}.${kind}`;
    return make("a", { class: "tool", id: `out-${kind}`, href: address(`translation.${kind}`, { page: lang }), download: name }, icon("out"), make("span", {}, say(`file_${kind}`)));
  });
  const file = make("input", { type: "file", id: "file-in", accept: ".po,.xlsx,.ods,.csv,.tsv", class: "hidden-label", onchange: ({ target }) => void taken(target) });
  $("files").replaceChildren(...out, file, make("label", { class: "tool file", for: "file-in" }, icon("in"), make("span", {}, say("file_in"))));
}

async function taken(input) {
  const [file] = input.files;
  input.value = ""; // the same file can be imported again
  if (!file || !(await hear.owned())) return;
  await send({ name: file.name, data: await base64(file) });
}

async function send(asked) {
  try {
    const answer = await post("translation", asked);
    if (answer.lines) return offer(asked, answer);
    close();
    hear.written();
  } catch (fault) {
    const lines = wordsOf(fault).split("\n").map((line) => make("li", { class: "problem-text" }, line));
    ask(say("sheet_wrong", { file: asked.name }), [make("ul", { class: "changes", id: "file-problems", tabindex: 0 }, ...lines), answers()]);
  }
}

const close = () => $("ask").close();
const answers = (...more) => make("p", { class: "answers" }, ...more, button(say(more.length ? "cancel" : "close"), close, { class: "plain", id: "file-cancel" }));

function offer(asked, { lines, n, fuzzy, unknown }) {
  const list = make("ul", { class: "changes", id: "file-lines", tabindex: 0 }, ...lines.map((line) => make("li", {}, line)));
  const notes = [
    n > lines.length && say("sheet_more", { n: n - lines.length }),
    fuzzy && say("file_fuzzy", { n: fuzzy }),
    unknown.length && say("file_unknown", { n: unknown.length, what: unknown.slice(0, 3).join("; ") }),
  ];
  const said = notes.filter(Boolean).map((note) => make("p", { class: "hint" }, note));
  if (!n) return ask(say("sheet_nothing", { file: asked.name }), [...said, answers()]);
  const write = button(say("sheet_write"), () => void send({ ...asked, seen: lines }), { class: "plain strong", id: "file-write" });
  return ask(say("sheet_differs", { n, file: asked.name }), [list, ...said, answers(write)]);
}
