// What a page shows in place of what could not be loaded: the reason, and a way to try again.
import { button, make, say } from "./page.js";

/** @type {(reason: string, again?: (() => unknown) | null) => HTMLElement} */
export function failureNote(reason, again = () => location.reload()) {
  const retry = again && button(say("try_again"), again, { class: "plain", id: "try-again" });
  return make("div", { class: "note warn stack", id: "app-lacking", role: "alert" }, make("p", {}, say(reason)), retry);
}
