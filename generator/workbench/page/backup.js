// On a published site: where a game of your own is saved, and when it was last downloaded.
import { folders } from "../../../scorer/web/page/requests.js";
import { delivery } from "../../../scorer/web/page/delivery.js";
import { $, icon, lang, make, say } from "../../../scorer/web/page/page.js";
import { readRecord, remember } from "../../../scorer/web/page/local_storage.js";
import { state } from "./signals.js";
import { address, bench, current } from "./view.js";

const DAY_MS = 86_400_000;
const MOST_DAYS = 7;
const MOST_CHANGES = 20;
/** Where games are saved, once it is known; and how often this one was downloaded from this page. */
const backup = state({ place: /** @type {{folder: string, persistent: boolean} | null} */ (null), downloads: 0 });

async function findPlace() {
  const folder = await (await folders())?.chosenFolder();
  if (folder?.granted) return { folder: folder.handle.name, persistent: true };
  // Browsers decide by themselves, or ask the visitor, who may answer later.
  const persistent = await navigator.storage.persisted();
  if (!persistent) void navigator.storage.persist().then((now) => now && (backup.place = { folder: "", persistent: true }));
  return { folder: "", persistent };
}

/** The number of the last change: undone ones count too. */
function lastChange() {
  const { undo, redo } = bench.record.history;
  return Math.max(0, ...[...undo, ...redo].map((step) => step.id));
}

const nameOf = () => `backup.${current.gallery.slug}`;

/** @type {() => {at: number, change: number, downloaded: boolean}} */
function lastBackup() {
  const noted = readRecord(nameOf());
  if (noted) return noted;
  const first = { at: Date.now(), change: 0, downloaded: false };
  remember(nameOf(), JSON.stringify(first));
  return first;
}

function noteBackup() {
  remember(nameOf(), JSON.stringify({ at: Date.now(), change: lastChange(), downloaded: true }));
  backup.downloads += 1;
}

let hasAsked = false;

export function paintBackup() {
  const { place } = backup;
  if (delivery.kind === "published" && bench.record.own && !hasAsked) {
    hasAsked = true;
    void findPlace().then((noted) => (backup.place ??= noted), () => undefined);
  }
  $("backup").hidden = !place || !bench.record.own;
  if (!place || !bench.record.own) return;
  const { at, change, downloaded } = lastBackup();
  const changes = Math.max(0, lastChange() - change);
  const days = Math.floor((Date.now() - at) / DAY_MS);
  const due = !place.folder && (changes >= MOST_CHANGES || (changes > 0 && days >= MOST_DAYS));
  const when = new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(-days, "day");
  const last = downloaded ? [say("last_downloaded", { when }), changes > 0 && say("changes_since", { n: changes })] : [say("never_downloaded")];
  const here = [say("saved_here"), !place.persistent && say("saved_at_risk"), ...last, due && say("backup_due")];
  $("backup").textContent = place.folder ? say("saved_in_folder", { folder: place.folder }) : here.filter(Boolean).join(" ");
  $("backup").classList.toggle("due", due);
  void backup.downloads;
}

/** What can be done with a whole game of your own: edit its text files, download it. */
export function paintGameTools() {
  const place = $("game-tools");
  const { slug } = current.gallery;
  place.hidden = !bench.record.own;
  if (place.hidden || place.dataset.game === slug) return;
  place.dataset.game = slug;
  const files = make("a", { class: "plain", id: "files", href: address("files.html") }, icon("change"), make("span", {}, say("files")));
  const attributes = { class: "plain", id: "zip-out", href: address("game.zip"), download: `${slug}.zip`, onsaved: noteBackup };
  place.replaceChildren(files, make("a", attributes, icon("out"), make("span", {}, say("game_out"))));
}
