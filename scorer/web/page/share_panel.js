// Save and share: a link, a QR code, files, a picture, a printout, other phones and a second count.
import { $, button, inlineJson, make, say, toast } from "./page.js";
import { engine } from "./engine.js";
import { asCsv, asJson, asPlay, bgStats, fileName } from "./export.js";
import { qrPicture } from "./qr.js";
import { picture } from "./result_picture.js";
import { save } from "./save_file.js";
import { pack, unpack } from "./share_link.js";
import { delivery } from "./delivery.js";
import { myName, share } from "./joined.js";
import { differences, placeName, valueName, words } from "./taps.js";
import { sound } from "./answers.js";

// The address of this page for other devices, from the local server; "" if they cannot reach it.
const sharedAddress = inlineJson("shared_address") ?? location.href;

async function link(/** @type {string} */ game, /** @type {Answers} */ answers) {
  const address = new URL("score.html", sharedAddress || location.href);
  address.search = String(new URLSearchParams({ game }));
  return `${address}#t=${await pack(game, answers)}`;
}

export async function showSharePanel(/** @type {WholeTable} */ table) {
  const place = $("keep");
  const address = await link(table.form.slug, table.answers());
  if (!place.isConnected) return;
  const [saved, shared, joined] = [saveAll(table), sharing(address, table), joinCard(table)];
  const parts = table.peers ? [joined, saved, shared, files(table)] : [saved, shared, files(table), joined];
  place.replaceChildren(...parts, comparing(table), opening(table));
}

function saveAll(/** @type {WholeTable} */ table) {
  const address = `score.html?${new URLSearchParams({ game: table.form.slug, again: table.id })}`;
  const again = table.id ? make("a", { class: "plain", id: "again", href: address }, say("again")) : null;
  return make("div", { class: "note good" }, say("kept_here"), again ? make("p", { class: "actions" }, again) : null);
}

function sharing(/** @type {string} */ address, /** @type {WholeTable} */ table) {
  const input = make("input", { id: "share-link", type: "text", readonly: true, value: address, onfocus: () => input.select() });
  const copy = async () => toast(say((await copyText(input)) ? "copied" : "copy_by_hand"));
  const row = make("div", { class: "row" }, input, button(say("copy"), copy, { class: "strong" }));
  const send = "share" in navigator ? button(say("share_sheet"), () => sendLink(table, address, copy), { class: "strong", id: "share-sheet" }) : null;
  const [title, help, linkText] = table.peers ? ["share_copy", "share_copy_help", "share_copy_link"] : ["share", "share_help", "share_link"];
  const label = make("label", { for: "share-link" }, say(linkText));
  const code = qrPicture(address, { id: "qr", "aria-label": say("qr") }) ?? make("p", { class: "help" }, say("too_long_for_qr"));
  const alone = sharedAddress ? null : make("p", { class: "note", id: "only-here" }, say("only_here"));
  return make("section", { class: "card" }, make("h3", {}, say(title)), make("p", { class: "help" }, say(help)), alone, send, label, row, code);
}

// The system's share sheet: messages, mail, nearby phones. Closing it needs no message.
// If it does not open, the link is copied.
/** @param {WholeTable} table @param {string} url @param {() => Promise<void>} copy */
async function sendLink(table, url, copy) {
  try {
    await navigator.share({ title: `${table.form.title} – ${table.title()}`, url });
  } catch (fault) {
    if (!(fault instanceof DOMException && fault.name === "AbortError")) await copy();
  }
}

// The clipboard API works over https and on this computer. Over http in a network, only the old
// command copies; if that fails too, the text stays selected.
async function copyText(/** @type {HTMLInputElement} */ input) {
  input.focus();
  input.select();
  try {
    await navigator.clipboard.writeText(input.value);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}

function files(/** @type {WholeTable} */ table) {
  if (!table.record?.result || table.record.open.length) return filesCard(make("p", { class: "help" }, say("finish_first")));
  const done = /** @type {ResultTable} */ (table);
  const fileButton = (/** @type {string} */ key, /** @type {() => void} */ act) => button(say(key), act, { class: "plain", id: key });
  const actions = [
    fileButton("save_json", () => save(fileName(table, "json"), asJson(done), "application/json")),
    fileButton("save_csv", () => save(fileName(table, "csv"), asCsv(done), "text/csv")),
    fileButton("save_picture", async () => save(fileName(table, "png"), (await picture(done)) ?? "", "image/png")),
    fileButton("print_result", printResult),
    make("a", { class: "plain", id: "bg_stats", href: bgStats(done), rel: "noreferrer noopener", target: "_blank" }, say("bg_stats")),
    fileButton("save_play", () => save(fileName(table, "bgsplay"), asPlay(done), "application/json")),
  ];
  return filesCard(make("div", { class: "actions" }, ...actions));
}

function printResult() {
  $("step-result").click();
  setTimeout(() => print(), 300);
}

const filesCard = (/** @type {Node} */ content) => make("section", { class: "card" }, make("h3", {}, say("take_away")), content);

function comparing(/** @type {WholeTable} */ table) {
  const input = make("input", { id: "other-link", type: "text", autocomplete: "off", spellcheck: "false" });
  const row = make("div", { class: "row" }, input, button(say("compare"), () => compareLink(table, input.value), { class: "plain", id: "compare" }));
  return make("section", { class: "card" }, make("h3", {}, say("two_counts")), make("label", { for: "other-link" }, say("other_link")), row, make("div", { id: "differences", "aria-live": "polite" }));
}

const LARGEST = 64 * 1024;

function opening(/** @type {WholeTable} */ table) {
  const input = make("input", { id: "open-file", type: "file", accept: ".json,application/json", onchange: () => open(input.files?.[0]) });
  const open = async (/** @type {File | undefined} */ file) => {
    try {
      if (!file || file.size > LARGEST) throw new Error("size");
      const answer = await engine.answers(table.form.slug, JSON.parse(await file.text()));
      if (!answer.answers) throw new Error("state");
      table.add({ do: "all", answers: answer.answers });
      toast(say("file_opened"));
    } catch {
      toast(say("no_file"));
    }
  };
  return make("section", { class: "card" }, make("h3", {}, say("open_file")), make("label", { for: "open-file" }, say("open_file_help")), input);
}

const SHOWN_STEPS = 30;

function joinCard(/** @type {WholeTable} */ table) {
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
  const leave = () => {
    peers.leave();
    showInvitation(table, place);
  };
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
    button(say("leave_table"), leave, { class: "plain", id: "leave" }),
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


async function compareLink(/** @type {AnsweredTable} */ table, /** @type {string} */ text) {
  const shared = await unpack(text);
  if (shared?.game === table.form.slug && sound(table.form, shared.answers)) showDifferences(table, shared.answers);
  else $("differences").replaceChildren(make("p", { class: "note warn" }, say("no_link")));
}

export function showDifferences(/** @type {AnsweredTable} */ table, /** @type {Answers} */ theirs) {
  const { form } = table;
  const mine = table.answers();
  const pairs = differences(form, mine, theirs);
  if (!pairs.length) return $("differences").replaceChildren(make("p", { class: "note good", id: "same" }, say("no_difference")));
  const rows = pairs.map(([path, one, other]) => {
    const name = make("th", { scope: "row" }, placeName(form, mine, path));
    const values = [valueName(form, mine, path, one), valueName(form, theirs, path, other)];
    return make("tr", {}, name, ...values.map((value) => make("td", {}, value)));
  });
  const heads = [say("mine"), say("theirs")].map((text) => make("th", { scope: "col" }, text));
  const caption = make("caption", {}, say("differences", { n: pairs.length }));
  const head = make("thead", {}, make("tr", {}, make("td"), ...heads));
  return $("differences").replaceChildren(make("table", {}, caption, head, make("tbody", {}, ...rows)));
}
