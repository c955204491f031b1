// A question with two answers. Nothing happens until you choose one.
import { button, make } from "../../page/page.js";

/** @type {(question: string, yes: [text: string, act: () => void], no: string) => void} */
export function ask(question, [text, act], no) {
  const finish = () => {
    dialog.close();
    act();
  };
  const answers = make("div", { class: "actions" }, button(text, finish, { class: "strong", id: "ask-yes" }), button(no, () => dialog.close(), { class: "plain", id: "ask-no" }));
  const dialog = make("dialog", { class: "ask", "aria-labelledby": "ask-text" }, make("p", { id: "ask-text" }, question), answers);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
