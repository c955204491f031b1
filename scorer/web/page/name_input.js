// A name field: saved while you type, undone in one step, with suggestions of known names.
import { make } from "./dom.js";
import { newRun } from "./hold.js";
import { knownNames, rememberName } from "./people.js";

const TYPING_MS = 350;
const LONGEST = 40;
const LIST = "known-names";

/** `keep(text, run)` receives the typed text; `left()` is called when the field loses focus.
 * @type {(attributes: Record<string, any>, keep: (text: string, run: string) => void, left?: () => void) => HTMLInputElement} */
export function nameInput(attributes, keep, left = () => {}) {
  /** @type {Timer} */
  let waiting;
  let run = "";
  const keepName = () => {
    clearTimeout(waiting);
    keep(input.value.trim().slice(0, LONGEST), run);
  };
  const input = make("input", {
    type: "text", maxlength: LONGEST, autocomplete: "off", autocapitalize: "words", spellcheck: "false", list: LIST, ...attributes,
    onfocus: () => {
      run = newRun();
      offerNames();
      input.select();
    },
    oninput: () => {
      clearTimeout(waiting);
      waiting = setTimeout(keepName, TYPING_MS);
    },
    onchange: () => {
      keepName();
      rememberName(input.value.trim().slice(0, LONGEST));
      left();
    },
  });
  return input;
}

function offerNames() {
  const list = document.getElementById(LIST) ?? document.body.appendChild(make("datalist", { id: LIST }));
  list.replaceChildren(...knownNames().map((name) => make("option", { value: name })));
}
