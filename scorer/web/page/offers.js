// What the score page offers when it opens: a shared table, or a recent game to continue.
import { sound } from "./answers.js";
import { $, button, make, say } from "./page.js";
import * as savedTables from "./saved_tables.js";
import { unpack } from "./share_link.js";

const RECENT_MS = 12 * 3600 * 1000;
const MOST_COMPARED = 4;
const NAMES_TABLE = /^#(?:.*&)?t(?:=|$)/;

/** Offer the table in the address, or else an unfinished one, unless a table is open.
 * @type {(form: Form, opened: boolean, act: OfferActions) => Promise<void>} */
export async function showOffers(form, opened, act) {
  const shared = await unpack(location.hash);
  if (shared && shared.game === form.slug && sound(form, shared.answers)) return offerShared(shared.answers, await offerSaved(form), act);
  // Otherwise your own table could be mistaken for the shared one.
  if (NAMES_TABLE.test(location.hash)) {
    $("offer").classList.add("warn");
    return offer(say("link_not_whole"), button(say("begin_new"), forget, { class: "plain", id: "begin-new" }));
  }
  if (opened) return;
  const recent = (await offerSaved(form)).find((one) => Date.now() - one.changed < RECENT_MS);
  if (recent) offerRecent(recent);
}

export const closeOffer = () => ($("offer").hidden = true);

async function offerSaved(/** @type {Form} */ form) {
  return (await savedTables.tables().catch(() => [])).filter((one) => one.game === form.slug);
}

function offer(/** @type {string} */ text, /** @type {HTMLElement[]} */ ...actions) {
  $("offer").replaceChildren(make("p", {}, text), make("div", { class: "actions" }, ...actions));
  $("offer").hidden = false;
}

// Remove the link from the address, so that a reload does not offer it again.
function forget() {
  history.replaceState(history.state, "", location.pathname + location.search);
  closeOffer();
}

function offerRecent(/** @type {SavedTable} */ recent) {
  const address = new URL(location.href);
  address.searchParams.set("table", recent.id);
  const when = new Date(recent.changed).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  const open = make("a", { class: "strong", href: address.href }, say("go_on"));
  offer(say("go_on_with", { what: recent.title, when }), open, button(say("begin_new"), closeOffer, { class: "plain" }));
}

/** The time distinguishes games of the same people. @param {SavedTable} one */
const titleOf = (one) => `${one.title} (${new Date(one.changed).toLocaleString(document.documentElement.lang, { dateStyle: "short", timeStyle: "short" })})`;

/** @type {(answers: Answers, mine: SavedTable[], act: OfferActions) => void} */
function offerShared(answers, mine, { open, compare }) {
  const openShared = () => {
    forget();
    open(answers);
  };
  const compared = mine.slice(0, MOST_COMPARED).map((one) => button(say("compare_with", { what: titleOf(one) }), () => compare(one.id, answers), { class: "plain" }));
  offer(say("shared_here"), button(say("open_shared"), openShared, { class: "strong", id: "open-shared" }), ...compared);
}
