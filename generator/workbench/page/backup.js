// On a published site: where a game of your own is saved, and when it was last downloaded.
import { folders } from "../../../scorer/web/page/answering.js";
import { delivery } from "../../../scorer/web/page/delivery.js";
import { $ } from "../../../scorer/web/page/dom.js";
import { lang } from "../../../scorer/web/page/language.js";
import { remember, remembered } from "../../../scorer/web/page/local_storage.js";
import { say } from "../../../scorer/web/page/words.js";
import { bench } from "./state.js";
import { shown } from "./view.js";

const DAY_MS = 86_400_000;
const MOST_DAYS = 7;
const MOST_CHANGES = 20;
/** @type {{folder: string, kept: boolean} | undefined} */
let place;

async function placeOfGames() {
  const folder = await (await folders())?.chosen();
  if (folder?.granted) return { folder: folder.handle.name, kept: true };
  // Browsers decide by themselves, or ask the visitor, who may answer later.
  if (!(await navigator.storage.persisted())) void navigator.storage.persist().then((kept) => kept && paintAgain());
  return { folder: "", kept: await navigator.storage.persisted() };
}

function paintAgain() {
  place = { folder: "", kept: true };
  paintBackup();
}

// The number of the last change: undone ones count too.
const lastChange = () => Math.max(0, ...["undo", "redo"].flatMap((way) => bench.record.history[way].map((step) => step.id)));

const nameOf = () => `backup.${shown.gallery.slug}`;

/** @type {() => {at: number, change: number, downloaded: boolean}} */
function lastBackup() {
  const known = remembered(nameOf());
  if (known) return JSON.parse(known);
  const first = { at: Date.now(), change: 0, downloaded: false };
  remember(nameOf(), JSON.stringify(first));
  return first;
}

export function backedUp() {
  remember(nameOf(), JSON.stringify({ at: Date.now(), change: lastChange(), downloaded: true }));
  paintBackup();
}

export function paintBackup() {
  if (delivery.kind !== "published" || !bench.record.own || !shown.gallery) return;
  if (place) show(place);
  else void placeOfGames().then((found) => show((place = found)), () => undefined);
}

function show({ folder, kept }) {
  const { at, change, downloaded } = lastBackup();
  const changes = Math.max(0, lastChange() - change);
  const days = Math.floor((Date.now() - at) / DAY_MS);
  const due = !folder && (changes >= MOST_CHANGES || (changes > 0 && days >= MOST_DAYS));
  const when = new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(-days, "day");
  const parts = folder
    ? [say("saved_in_folder", { folder })]
    : [say("saved_here"), !kept && say("saved_at_risk"), downloaded ? say("last_downloaded", { when }) : say("never_downloaded"), downloaded && changes > 0 && say("changes_since", { n: changes }), due && say("backup_due")];
  $("backup").textContent = parts.filter(Boolean).join(" ");
  $("backup").classList.toggle("due", due);
  $("backup").hidden = false;
}
