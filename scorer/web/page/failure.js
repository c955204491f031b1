// What a page shows in place of what could not be loaded: the reason, and a way to try again.
import { button, make } from "./dom.js";
import { say } from "./words.js";

/** Whether workers can load modules: only then the constructor reads `type`, and this ends it. */
function hasModuleWorkers() {
  let isRead = false;
  const options = {
    /** @returns {WorkerType} */
    get type() {
      isRead = true;
      throw new TypeError();
    },
  };
  try {
    new Worker("", options);
  } catch {
    // No worker was started.
  }
  return isRead;
}

/** Whether this browser is older than those that the word app_old names; they cannot run Python. */
export const isTooOld = () => !("DecompressionStream" in window && hasModuleWorkers());

/** @type {(reason: string, again?: () => unknown) => HTMLElement} */
export function failureNote(reason, again = () => location.reload()) {
  const retry = reason !== "app_old" && button(say("try_again"), again, { class: "plain", id: "try-again" });
  return make("div", { class: "note warn stack", id: "app-lacking", role: "alert" }, make("p", {}, say(reason)), retry);
}
