// How to join: the address, the QR code and the code, as large as the screen allows.
import { button, make } from "../../page/dom.js";
import { qrPicture } from "../../page/qr_picture.js";
import { say } from "../../page/words.js";

/** @type {(place: HTMLElement, about: ClassAbout, count: () => string, newCode: () => void) => void} */
export function showEntrance(place, about, count, newCode) {
  if (!about.address) return place.replaceChildren(make("p", { class: "note warn" }, say("no_network")));
  const address = `${about.address}join`.replace(/^http:\/\//, "");
  const text = make(
    "div",
    { class: "entrance-text" },
    make("p", { class: "entrance-how" }, say("go_to")),
    make("p", { class: "entrance-address", id: "class-address" }, address),
    make("p", { class: "entrance-how" }, say("and_type")),
    make("p", { class: "entrance-code", id: "class-code" }, about.code),
  );
  const foot = make("div", { class: "entrance-foot" }, make("p", { id: "count", class: "quiet" }, count()), button(say("new_code"), newCode, { class: "plain", id: "new-code" }));
  const picture = qrPicture(`${about.address}join.html#${about.code}`, { id: "class-qr", "aria-label": say("class_qr") });
  return place.replaceChildren(make("section", { class: "entrance" }, text, picture ?? "", foot));
}
