// Join this table: the code, the QR code, the view-only link, who is here and who did what.
import { delivery } from "./delivery.js";
import { $, button, make, toast } from "./dom.js";
import { myName, share } from "./joined.js";
import { qrPicture } from "./qr.js";
import { sharedAddress } from "./share_link.js";
import { placeName, words } from "./taps.js";
import { say } from "./words.js";

const SHOWN_STEPS = 30;

/** Build the card of the last step. @param {WholeTable} table */
export function joinCard(table) {
  const place = make("section", { class: "card", id: "join-card" });
  addEventListener("joined", () => place.isConnected && !place.contains(document.activeElement) && showPeople(table));
  if (delivery.kind === "published") place.append(make("h3", {}, say("join_table")), make("p", { class: "help", id: "only-a-copy" }, say("only_a_copy")));
  else if (table.peers) void showJoined(table, table.peers, place);
  else showInvitation(table, place);
  return place;
}

function showInvitation(/** @type {WholeTable} */ table, /** @type {HTMLElement} */ place) {
  const open = async () => {
    try {
      await showJoined(table, await share(table), place);
    } catch {
      toast(say("cannot_share"));
    }
  };
  place.replaceChildren(make("h3", {}, say("join_table")), make("p", {}, say("join_help")), button(say("let_join"), open, { class: "strong", id: "let-join" }));
}

const linkTo = (/** @type {WholeTable} */ table, /** @type {string} */ key) => `${new URL("score.html", sharedAddress || location.href)}?${new URLSearchParams({ game: table.form.slug })}#join=${key}`;

/** @type {(table: WholeTable, peers: Peers, place: HTMLElement) => Promise<void>} */
async function showJoined(table, peers, place) {
  const { keys, may } = peers;
  const code = may === "watch" ? "" : await peers.code().catch(() => "");
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

function linkRow(/** @type {string} */ id, /** @type {string} */ label, /** @type {string} */ address) {
  const input = make("input", { id, type: "text", readonly: true, value: address, onfocus: () => input.select() });
  return make("div", { class: "field" }, make("label", { for: id }, label), input);
}

function nameRow(/** @type {WholeTable} */ table) {
  const input = make("input", { id: "my-name", type: "text", maxlength: "40", autocomplete: "nickname", value: myName() });
  input.addEventListener("change", () => table.peers?.rename(input.value).catch(() => {}));
  return make("div", { class: "field" }, make("label", { for: "my-name" }, say("my_name")), input);
}

function showPeople(/** @type {WholeTable} */ table) {
  const { peers } = table;
  const watches = () => make("span", { class: "quiet" }, ` – ${say("watches")}`);
  const rows = peers?.people.map(({ by, may }) => make("li", {}, peers.phoneName(by), may === "watch" && watches()));
  if (rows) $("people")?.replaceChildren(...rows);
}

function steps(/** @type {WholeTable} */ table) {
  const list = make("ol", { class: "who-did" });
  const who = (/** @type {Tap} */ tap) => make("b", {}, table.peers?.phoneName(tap.by) ?? "");
  const newest = () => table.taps.slice(-SHOWN_STEPS).reverse();
  const draw = () => list.replaceChildren(...newest().map((tap) => make("li", {}, who(tap), " ", stepText(table, tap))));
  return make("details", { class: "steps-made", ontoggle: draw }, make("summary", {}, say("steps_made")), list);
}

function stepText(/** @type {WholeTable} */ table, /** @type {Tap} */ tap) {
  if (tap.do === "start") return say("began_table");
  if (tap.do === "undo" || tap.do === "redo") return say(tap.do);
  if (tap.do === "set" && tap.sets.length > 1) return tap.sets.map(([path]) => placeName(table.form, table.answers(), path)).join(", ");
  return words(table.form, table.answers(), tap);
}

function leave(/** @type {WholeTable} */ table, /** @type {HTMLElement} */ place) {
  table.peers?.leave();
  showInvitation(table, place);
}
