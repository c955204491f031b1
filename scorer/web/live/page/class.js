// The teacher's page: how to join (code and QR code), the class screen and the debriefing.
import { $, all, button, make, toast } from "../../page/dom.js";
import { frame, lost, usable } from "../../page/frame.js";
import { say } from "../../page/words.js";
import { debriefing, follow, teach } from "./class_line.js";
import { showClients } from "./clients.js";
import { showDebrief } from "./debrief.js";
import { showEntrance } from "./entrance.js";
import { Wall } from "./wall.js";

const PARTS = ["entrance", "wall", "debrief"];
const part = () => PARTS.find((name) => name === new URLSearchParams(location.search).get("part")) ?? PARTS[0];

/** @type {ClassAbout | undefined} */
let about;
const wall = new Wall(sendOut);

function begin() {
  frame();
  $("parts").replaceChildren(...PARTS.map((name) => button(say(name), () => go(name), { class: "chip", id: `part-${name}` })));
  follow({
    about: (found) => {
      about = found;
      $("title").textContent = say("class_title", { name: found.name });
      document.title = `${say("class_title", { name: found.name })} – Ecotable`;
      if (part() === "entrance") show();
      usable();
    },
    tile: (tile) => changed(() => wall.put(tile)),
    tables: (ids) => changed(() => wall.only(ids)),
    clients: showClients,
    here: () => away(false),
    away: () => away(true),
    refused: (status) => $("panel").replaceChildren(make("p", { class: "note warn", id: "refused" }, say(status === 404 ? "no_class" : "not_teacher"))),
  });
  show();
}

function away(is) {
  $("away").hidden = !is;
  wall.fit();
}

function changed(change) {
  change();
  if ($("count")) $("count").textContent = wall.count();
}

function go(name) {
  const address = new URL(location.href);
  address.searchParams.set("part", name);
  if (name !== part()) history.pushState(null, "", address);
  show();
}

function show() {
  const name = part();
  for (const node of all("#parts button")) node.setAttribute("aria-pressed", String(node.id === `part-${name}`));
  if (name === "wall") {
    $("panel").replaceChildren(wall.node);
    wall.fit();
  }
  if (name === "entrance" && about) showEntrance($("panel"), about, () => wall.count(), newCode);
  if (name === "debrief") void debrief();
}

async function debrief() {
  try {
    const found = await debriefing();
    if (part() === "debrief") showDebrief($("panel"), found, { again: debrief, end: endClass });
  } catch {
    toast(say("wall_away"));
  }
}

async function newCode() {
  await teach("code", {});
}

async function sendOut(tile, name) {
  await teach("send-out", { table: tile.id });
  const back = async () => {
    await teach("take-back", { table: tile.id });
    $("toast").hidden = true;
  };
  toast(say("sent_out", { what: name }), button(say("undo"), back, { class: "plain", id: "take-back" }));
}

async function endClass() {
  await teach("end", {});
  toast(say("class_ended"));
  go("entrance");
}

addEventListener("popstate", show);
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || (event.target instanceof Element && event.target.matches("input, select, textarea"))) return;
  if (part() === "wall") wall.key(event.key);
});
try {
  begin();
} catch (fault) {
  lost(fault);
}
