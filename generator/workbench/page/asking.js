// What the pages for changes share: requests in turn, warnings, questions, files, and a copy of a game.
import { $, button, icon, make, say, tell } from "../../../scorer/web/page/page.js";
import { post, wordsOf } from "./server.js";
import { showStatus } from "./problems.js";

/** @type {Promise<any>} */
let queue = Promise.resolve();

/** Requests run one after the other, so each change knows the result of the one before.
 * @type {<Answer>(work: () => Promise<Answer>) => Promise<Answer | undefined>} */
export function inTurn(work) {
  const done = queue.then(work).catch((fault) => void warn(wordsOf(fault)));
  queue = done;
  return done;
}

export function warn(/** @type {string} */ text) {
  showStatus(text, true);
  tell(text, 0);
}

export function calm() {
  if ($("status").classList.contains("lost")) showStatus("");
}

export function ask(/** @type {string} */ title, /** @type {(Node | string)[]} */ parts) {
  $("ask").replaceChildren(make("h2", { id: "ask-title" }, title), ...parts);
  if (!$("ask").open) $("ask").showModal();
}

/** Describe a step: "Oil Spill: bid 5 → 6". @param {Omit<Said, "id">} step */
const saidWords = (step) => say(step.key, { ...step, before: step.before || "–", after: step.after || "–" });

/** Undo or redo a step; one that others made impossible is dropped. */
export async function takeStep(/** @type {"undo" | "redo"} */ direction, /** @type {Said} */ step) {
  const answer = await post("step", { way: direction, id: step.id });
  if (answer.conflict?.length) {
    const [{ row, column, theirs }] = answer.conflict;
    warn(say("cannot_undo", { where: [row, column].filter(Boolean).join(", "), theirs: theirs ?? "–" }));
    await post("step", { way: `forget_${direction}`, id: step.id });
  } else if (answer.conflict) warn(say("step_changed", { what: saidWords(step) }));
  else if (answer.said) tell(say(`${direction}_done`, { what: saidWords(answer.said) }), 0);
}

/** An input after its name. */
export const field = (/** @type {string} */ name, /** @type {HTMLElement} */ input) =>
  make("label", { class: "field" }, `${name} `, input);

/** Fill a select; equal titles have their codes. @type {(select: HTMLSelectElement, options: string[][], value: string) => void} */
export function fillSelect(select, options, value) {
  const twice = (/** @type {string} */ title) => options.filter(([, other]) => other === title).length > 1;
  select.replaceChildren(...options.map(([code, title]) => new Option(twice(title) ? `${title} (${code})` : title, code)));
  select.value = value;
}

/** The buttons below a question or a text. */
export const answers = (/** @type {Child[]} */ ...buttons) => make("p", { class: "answers" }, ...buttons);

export const cancelButton = () => button(say("cancel"), () => $("ask").close(), { class: "plain" });

/** A form whose first button does something; why that failed is shown above the buttons.
 * @type {(act: () => Promise<unknown>, parts: Child[], buttons: Child[]) => HTMLFormElement} */
export function form(act, parts, buttons) {
  const problem = make("p", { class: "problem-text", role: "alert" });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    act().catch((fault) => (problem.textContent = wordsOf(fault)));
  };
  return make("form", { onsubmit: submit }, ...parts, problem, answers(...buttons));
}

/** Ask for a name and create a copy of a built-in game; the answer is the name, or nothing. */
export function ownCopy(/** @type {string} */ suggested) {
  return new Promise((resolve) => {
    const pattern = "[a-zA-Z][a-zA-Z0-9_\\-]{0,39}";
    const input = make("input", { id: "own-name", value: suggested, pattern, required: true, autocomplete: "off" });
    const makeOwn = async () => {
      const { game } = await post("own", { name: input.value });
      resolve(game);
      $("ask").close();
    };
    const press = make("button", { class: "plain", id: "make-own" }, say("own_make"));
    const parts = [make("p", {}, say("own_why")), field(say("own_name"), input)];
    ask(say("own_title"), [form(makeOwn, parts, [press, cancelButton()])]);
    $("ask").addEventListener("close", () => resolve(""), { once: true });
    input.select();
  });
}

/** Name the steps that the two buttons undo and redo.
 * @type {(nextOf: (direction: "undo" | "redo") => Said | undefined, own: boolean, parts: (words: string) => Child[]) => void} */
export function nameSteps(nextOf, own, parts) {
  for (const direction of /** @type {const} */ (["undo", "redo"])) {
    const next = nextOf(direction);
    const words = next ? say(`${direction}_what`, { what: saidWords(next) }) : say(direction);
    $(direction).disabled = !next || !own;
    $(direction).title = words;
    $(direction).replaceChildren(icon(direction), ...parts(words).map((part) => part || ""));
  }
}

/** The element with the same id keeps the focus; `paint` may move elements. @type {(place: Element, paint: () => void) => void} */
export function keepFocus(place, paint) {
  const focused = place.contains(document.activeElement) ? document.activeElement?.id : "";
  paint();
  if (focused) $(focused)?.focus({ preventScroll: true });
}

/** @type {(place: Element, ...children: (Node | string)[]) => void} */
export const repaint = (place, ...children) => keepFocus(place, () => place.replaceChildren(...children));

/** The button at the same position keeps the focus. @type {(place: HTMLElement, chips: HTMLElement[]) => void} */
export function replaceChips(place, chips) {
  const focused = [...place.children].findIndex((one) => one === document.activeElement);
  place.replaceChildren(...chips);
  chips[focused]?.focus();
}

const part = (/** @type {"in" | "out"} */ name, /** @type {string} */ key) => [icon(name), make("span", {}, say(key))];
export const list = (/** @type {string} */ id, /** @type {string[]} */ lines) => make("ul", { class: "changes", id, tabindex: 0 }, ...lines.map((line) => make("li", {}, line)));

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

const closeButton = (/** @type {"cancel" | "close"} */ key) =>
  button(say(key), () => $("ask").close(), { class: "plain", id: "file-cancel" });

function refuse(/** @type {string} */ file, /** @type {unknown} */ fault) {
  const problems = list("file-problems", wordsOf(fault).split("\n"));
  problems.classList.add("problem-text");
  ask(say("sheet_wrong", { file }), [problems, answers(closeButton("close"))]);
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
  if (!n) return ask(say("sheet_nothing", { file }), [...hints, answers(closeButton("close"))]);
  const take = () => {
    $("ask").close();
    write(lines).catch((fault) => refuse(file, fault));
  };
  const press = button(say("sheet_write"), take, { class: "plain strong", id: "file-write" });
  return ask(say("sheet_differs", { n, file }), [list("file-lines", lines), ...hints, answers(press, closeButton("cancel"))]);
}
