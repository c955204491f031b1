// What the pages for changes share: requests in turn, warnings, questions, and a copy of a game.
import { $, button, make, tell } from "../../../scorer/web/page/dom.js";
import { say } from "../../../scorer/web/page/words.js";
import { post, wordsOf } from "./server.js";
import { showStatus } from "./status_line.js";

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
export const saidWords = (step) => say(step.key, { ...step, before: step.before || "–", after: step.after || "–" });

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

/** Ask for a name and create a copy of a built-in game; the answer is the name, or nothing. */
export function ownCopy(/** @type {string} */ suggested) {
  return new Promise((resolve) => {
    const input = make("input", { id: "own-name", value: suggested, pattern: "[a-zA-Z][a-zA-Z0-9_\\-]{0,39}", required: true, autocomplete: "off" });
    const problem = make("p", { class: "problem-text", role: "alert" });
    const makeOwn = async (/** @type {Event} */ event) => {
      event.preventDefault();
      try {
        const { game } = await post("own", { name: input.value });
        $("ask").close();
        resolve(game);
      } catch (fault) {
        problem.textContent = wordsOf(fault);
      }
    };
    const leave = () => {
      $("ask").close();
      resolve("");
    };
    const form = make("form", { onsubmit: makeOwn }, make("p", {}, say("own_why")), make("label", { class: "field" }, `${say("own_name")} `, input), problem);
    form.append(make("p", { class: "answers" }, make("button", { class: "plain", id: "make-own" }, say("own_make")), button(say("cancel"), leave, { class: "plain" })));
    ask(say("own_title"), [form]);
    $("ask").addEventListener("cancel", () => resolve(""), { once: true });
    input.select();
  });
}
