// Join this table: the code, the QR code, the view-only link, who is here and who did what.
import { delivery } from "./delivery.js";
import { $, button, make, toast } from "./dom.js";
import { myName, share } from "./joined.js";
import { qrPicture } from "./qr_picture.js";
import { sharedAddress } from "./share_link.js";
import { placeName, words } from "./taps.js";
import { say } from "./words.js";

const SHOWN_STEPS = 30;

/** Build the card of the last step.
 * @param {any} table */
export function joinCard(table) {
  const place = make("section", { class: "card", id: "join-card" });
  const draw = () => (table.peers ? showJoined(table, place) : showInvitation(table, place));
  addEventListener("joined", () => place.isConnected && !place.contains(document.activeElement) && showPeople(table));
  if (delivery.kind === "published") place.append(make("h3", {}, say("join_table")), make("p", { class: "help", id: "only-a-copy" }, say("only_a_copy")));
  else draw();
  return place;
}

function showInvitation(table, place) {
  const open = async () => {
    try {
      await share(table);
      await showJoined(table, place);
    } catch {
      toast(say("cannot_share"));
    }
  };
  place.replaceChildren(make("h3", {}, say("join_table")), make("p", {}, say("join_help")), button(say("let_join"), open, { class: "strong", id: "let-join" }));
}

const linkTo = (table, key) => `${new URL("score.html", sharedAddress || location.href)}?${new URLSearchParams({ game: table.form.slug })}#join=${key}`;

async function showJoined(table, place) {
  const { keys, may } = table.peers;
  const code = may === "watch" ? "" : await table.peers.code().catch(() => "");
  const join = linkTo(table, keys.key);
  const invitation = may === "watch" ? [] : [
    make("p", {}, say("join_at", { address: new URL("join", sharedAddress || location.href).href.replace(/^https?:\/\//, "") })),
    make("p", { class: "code", id: "join-code", "aria-label": [...code].join(" ") }, code),
    qrPicture(join, { id: "join-qr", "aria-label": say("join_qr") }) ?? "",
    linkRow("join-link", say("join_link"), join),
  ];
  place.replaceChildren(
    make("h3", {}, say("join_table")),
    ...invitation,
    linkRow("watch-link", say("watch_link"), linkTo(table, keys.watch ?? keys.key)),
    nameRow(table),
    make("ul", { class: "people", id: "people" }),
    steps(table),
    button(say("leave_table"), () => leave(table, place), { class: "plain", id: "leave" }),
  );
  showPeople(table);
}

function linkRow(id, label, address) {
  const input = make("input", { id, type: "text", readonly: true, value: address, onfocus: () => input.select() });
  return make("div", { class: "field" }, make("label", { for: id }, label), input);
}

function nameRow(table) {
  const input = make("input", { id: "my-name", type: "text", maxlength: "40", autocomplete: "nickname", value: myName() });
  input.addEventListener("change", () => table.peers?.rename(input.value).catch(() => {}));
  return make("div", { class: "field" }, make("label", { for: "my-name" }, say("my_name")), input);
}

function showPeople(table) {
  const place = $("people");
  if (!place || !table.peers) return;
  place.replaceChildren(...table.peers.people.map((one) => make("li", {}, table.peers.phoneName(one.by), one.may === "watch" ? make("span", { class: "quiet" }, ` – ${say("watches")}`) : "")));
}

function steps(table) {
  const list = make("ol", { class: "who-did" });
  const draw = () => list.replaceChildren(...table.taps.slice(-SHOWN_STEPS).reverse().map((tap) => make("li", {}, make("b", {}, table.peers?.phoneName(tap.by) ?? ""), " ", stepText(table, tap))));
  return make("details", { class: "steps-made", ontoggle: draw }, make("summary", {}, say("steps_made")), list);
}

function stepText(table, tap) {
  if (tap.do === "start") return say("began_table");
  if (tap.do === "undo" || tap.do === "redo") return say(tap.do);
  if (tap.do === "set" && tap.sets.length > 1) return tap.sets.map(([path]) => placeName(table.form, table.answers(), path)).join(", ");
  return words(table.form, table.answers(), tap);
}

function leave(table, place) {
  table.peers?.leave();
  showInvitation(table, place);
}
