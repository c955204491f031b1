// The teacher's page: how to join (code and QR code), the class screen and the debriefing.
import { $, all, button, make, toast } from "../../page/dom.js";
import { frame, showFailure, usable } from "../../page/frame.js";
import { say } from "../../page/words.js";
import { showDebrief } from "./debrief.js";
import { ClassScreen } from "./class_screen.js";
import { qrPicture } from "../../page/qr.js";
import { lang } from "../../page/language.js";
import { pauseMs } from "../../page/live_line.js";
import { postJson } from "../../page/requests.js";

const secret = new URLSearchParams(location.hash.slice(1)).get("secret") ?? "";

/** @type {(name: string, body: any) => Promise<Response>} */
export const teach = (name, body) => postJson(`api/class/${name}?lang=${lang}`, { secret, ...body });

export async function debriefing() {
  const answer = await fetch(`api/class/debrief?${new URLSearchParams({ secret, lang })}`);
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

export function follow(/** @type {ClassListener} */ hear) {
  let tries = 0;
  let opened = false;
  const connect = async () => {
    const status = await askAgain();
    if ((status === 403 || status === 404) && !opened) return hear.refused(status);
    const stream = new EventSource(`api/class/events?${new URLSearchParams({ secret, lang })}`);
    stream.onerror = () => {
      stream.close();
      hear.away();
      setTimeout(connect, pauseMs(tries));
      tries += 1;
    };
    stream.onopen = () => {
      [tries, opened] = [0, true];
      hear.here();
    };
    stream.addEventListener("class", (event) => hear.about(JSON.parse(event.data)));
    stream.addEventListener("tile", (event) => hear.tile(JSON.parse(event.data)));
    stream.addEventListener("tables", (event) => hear.tables(JSON.parse(event.data)));
    stream.addEventListener("clients", (event) => hear.clients(JSON.parse(event.data)));
    return undefined;
  };
  void connect();
}

// Event streams do not report why they were refused.
async function askAgain() {
  const answer = await teach("hello", {}).catch(() => null);
  return answer?.status ?? 0;
}

/** Phones that send far more than the others: the teacher can block and unblock them. @param {GreedyClient} client */
function clientNote({ address, table, blocked }) {
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

/** @type {ClassAbout | undefined} */
let about;
const screen = new ClassScreen(sendOut);

function begin() {
  frame();
  $("parts").replaceChildren(...PARTS.map((name) => button(say(name), () => go(name), { class: "chip", id: `part-${name}` })));
  follow({
    about: (record) => {
      about = record;
      $("title").textContent = say("class_title", { name: record.name });
      document.title = `${say("class_title", { name: record.name })} – Ecotable`;
      if (part() === "entrance") show();
      usable();
    },
    tile: (tile) => repaint(() => screen.put(tile)),
    tables: (ids) => repaint(() => screen.only(ids)),
    clients: (clients) => $("clients").replaceChildren(...clients.map(clientNote)),
    here: () => away(false),
    away: () => away(true),
    refused: (status) => $("panel").replaceChildren(make("p", { class: "note warn", id: "refused" }, say(status === 404 ? "no_class" : "not_teacher"))),
  });
  show();
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
  if (name === "entrance" && about) showEntrance($("panel"), about, () => screen.count(), newCode);
  if (name === "debrief") void debrief();
}

async function debrief() {
  try {
    const record = await debriefing();
    if (part() === "debrief") showDebrief($("panel"), record, { again: debrief, end: endClass });
  } catch {
    toast(say("wall_away"));
  }
}

async function newCode() {
  await teach("code", {});
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
