// The teacher's page: how to join (code and QR code), the class screen and the debriefing.
import { $, all, button, lang, make, say, toast } from "../../page/page.js";
import { frame, showFailure, usable } from "../../page/frame.js";
import { showDebrief } from "./debrief.js";
import { ClassScreen } from "./class_screen.js";
import { qrPicture } from "../../page/qr.js";
import { pauseMs } from "../../page/live_line.js";
import { postJson } from "../../page/requests.js";

const secret = new URLSearchParams(location.hash.slice(1)).get("secret") ?? "";

const teach = (/** @type {string} */ name, /** @type {object} */ body) =>
  postJson(`api/class/${name}?lang=${lang}`, { secret, ...body });

let tries = 0;
let opened = false;

/** Receive the class and its tables as they change; a broken connection is opened again. */
async function follow() {
  const answer = await teach("hello", {}).catch(() => null); // event streams do not report why they were refused
  const refused = { 403: "not_teacher", 404: "no_class" }[answer?.status ?? 0];
  if (refused && !opened) return $("panel").replaceChildren(make("p", { class: "note warn", id: "refused" }, say(refused)));
  const stream = new EventSource(`api/class/events?${new URLSearchParams({ secret, lang })}`);
  stream.onerror = () => {
    stream.close();
    away(true);
    setTimeout(follow, pauseMs(tries));
    tries += 1;
  };
  stream.onopen = () => {
    [tries, opened] = [0, true];
    away(false);
  };
  for (const [kind, act] of Object.entries(EVENTS)) stream.addEventListener(kind, (event) => act(JSON.parse(event.data)));
  return undefined;
}

/** @type {Record<string, (record: any) => void>} */
const EVENTS = {
  class: showAbout,
  tile: (/** @type {Tile} */ tile) => repaint(() => screen.put(tile)),
  tables: (/** @type {string[]} */ ids) => repaint(() => screen.only(ids)),
  clients: (/** @type {GreedyClient[]} */ clients) => $("clients").replaceChildren(...clients.map(clientNote)),
};

function clientNote(/** @type {GreedyClient} */ { address, table, blocked }) {
  const where = table ? say("client_at_table", { table, address }) : say("client_at", { address });
  const text = say(blocked ? "client_blocked" : "client_greedy", { where });
  const act = button(say(blocked ? "client_let_in" : "client_block"), () => teach("block", { address, blocked: !blocked }), { class: "plain" });
  return make("div", { class: blocked ? "note row client" : "note warn row client", role: "status" }, make("p", {}, text), act);
}

/** How to join: the address, the QR code and the code, as large as the screen allows.
 * @type {(place: HTMLElement, about: ClassAbout, count: () => string, newCode: () => void) => void} */
function showEntrance(place, about, count, newCode) {
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

const PARTS = ["entrance", "wall", "debrief"];
const part = () => PARTS.find((name) => name === new URLSearchParams(location.search).get("part")) ?? PARTS[0];

let about = /** @type {ClassAbout | undefined} */ (undefined);
const screen = new ClassScreen(sendOut);

function begin() {
  frame();
  $("parts").replaceChildren(...PARTS.map((name) => button(say(name), () => go(name), { class: "chip", id: `part-${name}` })));
  void follow();
  show();
}

function showAbout(/** @type {ClassAbout} */ record) {
  about = record;
  $("title").textContent = say("class_title", { name: record.name });
  document.title = `${say("class_title", { name: record.name })} – Ecotable`;
  if (part() === "entrance") show();
  usable();
}

function away(/** @type {boolean} */ is) {
  $("away").hidden = !is;
  screen.fit();
}

function repaint(/** @type {() => void} */ change) {
  change();
  if ($("count")) $("count").textContent = screen.count();
}

function go(/** @type {string} */ name) {
  const address = new URL(location.href);
  address.searchParams.set("part", name);
  if (name !== part()) history.pushState(null, "", address);
  show();
}

function show() {
  const name = part();
  for (const node of all("#parts button")) node.setAttribute("aria-pressed", String(node.id === `part-${name}`));
  if (name === "wall") {
    $("panel").replaceChildren(screen.node);
    screen.fit();
  }
  if (name === "entrance" && about) showEntrance($("panel"), about, () => screen.count(), () => teach("code", {}));
  if (name === "debrief") void debrief();
}

async function debrief() {
  try {
    const answer = await fetch(`api/class/debrief?${new URLSearchParams({ secret, lang })}`);
    if (!answer.ok) throw new Error(String(answer.status));
    const record = await answer.json();
    if (part() === "debrief") showDebrief($("panel"), record, { again: debrief, end: endClass });
  } catch {
    toast(say("wall_away"));
  }
}

async function sendOut(/** @type {Tile} */ tile, /** @type {string} */ name) {
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
  if (part() === "wall") screen.key(event.key);
});
try {
  begin();
} catch (fault) {
  showFailure(/** @type {Error} */ (fault));
}
