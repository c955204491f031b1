// Save and share: a link, a QR code, files, a picture, a printout and a second count.
import { $, button, make, toast } from "./dom.js";
import { engine } from "./engine.js";
import { asCsv, asJson, asPlay, bgStats, fileName } from "./export.js";
import { joinCard } from "./join_card.js";
import { qrPicture } from "./qr.js";
import { picture } from "./result_picture.js";
import { save } from "./save_file.js";
import { isShared, link } from "./share_link.js";
import { say } from "./words.js";

/** @typedef {(table: AnsweredTable, text: string) => Promise<void>} Compare */

export async function showSharePanel(/** @type {WholeTable} */ table, /** @type {Compare} */ compare) {
  const place = $("keep");
  const address = await link(table.form.slug, table.answers());
  if (!place.isConnected) return;
  const [first, second] = table.peers ? [joinCard(table), saveAll(table)] : [saveAll(table), null];
  place.replaceChildren(
    first,
    second ?? "",
    sharing(address, table),
    files(table),
    second ? "" : joinCard(table),
    comparing(table, compare),
    opening(table),
  );
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
  const alone = isShared() ? null : make("p", { class: "note", id: "only-here" }, say("only_here"));
  return make("section", { class: "card" }, make("h3", {}, say(title)), make("p", { class: "help" }, say(help)), alone, send, label, row, code(address));
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

function code(/** @type {string} */ address) {
  return qrPicture(address, { id: "qr", "aria-label": say("qr") }) ?? make("p", { class: "help" }, say("too_long_for_qr"));
}

function files(/** @type {WholeTable} */ table) {
  if (!table.record?.result || table.record.open.length) return filesCard(make("p", { class: "help" }, say("finish_first")));
  const done = /** @type {ResultTable} */ (table);
  const fileButton = (/** @type {string} */ key, /** @type {() => void} */ act) => button(say(key), act, { class: "plain", id: key });
  const actions = [
    fileButton("save_json", () => save(fileName(table, "json"), asJson(done), "application/json")),
    fileButton("save_csv", () => save(fileName(table, "csv"), asCsv(done), "text/csv")),
    fileButton("save_picture", async () => save(fileName(table, "png"), (await picture(done)) ?? "", "image/png")),
    fileButton("print_result", onPaper),
    make("a", { class: "plain", id: "bg_stats", href: bgStats(done), rel: "noreferrer noopener", target: "_blank" }, say("bg_stats")),
    fileButton("save_play", () => save(fileName(table, "bgsplay"), asPlay(done), "application/json")),
  ];
  return filesCard(make("div", { class: "actions" }, ...actions));
}

const filesCard = (/** @type {Node} */ content) => make("section", { class: "card" }, make("h3", {}, say("take_away")), content);

function comparing(/** @type {WholeTable} */ table, /** @type {Compare} */ compare) {
  const input = make("input", { id: "other-link", type: "text", autocomplete: "off", spellcheck: "false" });
  const row = make("div", { class: "row" }, input, button(say("compare"), () => compare(table, input.value), { class: "plain", id: "compare" }));
  return make("section", { class: "card" }, make("h3", {}, say("two_counts")), make("label", { for: "other-link" }, say("other_link")), row, make("div", { id: "differences", "aria-live": "polite" }));
}

// Print the result.
function onPaper() {
  $("step-result").click();
  setTimeout(() => print(), 300);
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
