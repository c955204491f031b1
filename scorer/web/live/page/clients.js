// Phones that send far more than the others: the teacher can block and unblock them.
import { $, button, make } from "../../page/dom.js";
import { say } from "../../page/words.js";
import { teach } from "./class_line.js";

/** @param {GreedyClient[]} clients */
export function showClients(clients) {
  $("clients").replaceChildren(...clients.map(notice));
}

/** @param {GreedyClient} client */
function notice({ address, table, blocked }) {
  const where = table ? say("client_at_table", { table, address }) : say("client_at", { address });
  const text = say(blocked ? "client_blocked" : "client_greedy", { where });
  const act = button(say(blocked ? "client_let_in" : "client_block"), () => teach("block", { address, blocked: !blocked }), { class: "plain" });
  return make("div", { class: blocked ? "note row client" : "note warn row client", role: "status" }, make("p", {}, text), act);
}
