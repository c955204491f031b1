// What can be done with a whole game of your own: edit its text files, download it.
import { $, make } from "../../../scorer/web/page/dom.js";
import { icon } from "../../../scorer/web/page/icons.js";
import { say } from "../../../scorer/web/page/words.js";
import { backedUp, paintBackup } from "./backup.js";
import { address, shown } from "./view.js";
import { bench } from "./state.js";

export function paintGameTools() {
  const place = $("game-tools");
  place.hidden = !bench.record.own;
  $("backup").hidden = true;
  paintBackup();
  if (place.hidden || place.dataset.game === shown.gallery.slug) return;
  place.dataset.game = shown.gallery.slug;
  const files = make("a", { class: "plain", id: "files", href: address("files.html") }, icon("change"), make("span", {}, say("files")));
  const save = make("a", { class: "plain", id: "zip-out", href: address("game.zip"), download: `${shown.gallery.slug}.zip`, onsaved: backedUp }, icon("out"), make("span", {}, say("game_out")));
  place.replaceChildren(files, save);
}
