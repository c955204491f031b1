// The layout boxes on the large card: move and resize them with the mouse or the keyboard.
import { $, button, make, tell } from "../../../scorer/web/page/dom.js";
import { say } from "../../../scorer/web/page/words.js";
import { change } from "./changing.js";
import { get } from "./server.js";
import { bench, chosen } from "./state.js";

const STEP = 0.5; // mm
const IDLE_MS = 600; // write the change this long after the last key
const SAFE_MM = 3;
const NEAR = 0.05;
/** @typedef {{id: string, side: string, name: string, kind: string, room: number[], keys: any, fixed: string, bound: string, sized: string, picture: any}} Box */
const view = {
  on: false,
  card: "",
  drawn: "",
  sides: /** @type {any[]} */ ([]),
  box: "",
  // The wanted position of a box, until it is written and drawn.
  shall: /** @type {number[] | null} */ (null),
  // The box as it was before the change.
  opened: /** @type {Box | null} */ (null),
  aiming: false,
  deck: /** @type {any} */ (null),
  // True while a change is being written; key presses wait for it.
  writing: /** @type {Promise<void> | null} */ (null),
};
/** @type {Timer} */
let idle;

export const boxesShown = () => view.on && bench.record.layouts.length > 0;
const boxes = () => /** @type {Box[]} */ (view.sides.flatMap(({ side, boxes }) => boxes.map((box) => ({ ...box, side }))));
const here = () => boxes().find((box) => box.id === view.box);
const half = (length) => Math.round(length / STEP) * STEP;
const two = (length) => Math.round(length * 100) / 100;
const shown = (length) => String(Math.round(length * 10) / 10);
const roomOf = (box) => (view.shall && box.id === view.box ? view.shall : box.room);

/** Called each time the card is painted; `drawn` changes with its picture.
 * @type {(card: any, deck: any, drawn: string) => void} */
export function paintBoxes(card, deck, drawn) {
  view.deck = deck;
  const other = view.card !== card.name;
  if (other) Object.assign(view, { card: card.name, sides: [], shall: null, aiming: false });
  if (boxesShown() && (other || view.drawn !== drawn || !view.sides.length)) {
    view.drawn = drawn;
    void load();
  }
  paint();
}

async function load() {
  const card = view.card;
  const sides = await get("boxes.json", { card }).catch(() => []);
  if (card !== view.card) return;
  view.sides = sides;
  if (!here()) view.box = (boxes().find((box) => !box.fixed) ?? boxes()[0])?.id ?? ""; // one that can be moved
  paint();
}

function paint() {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const [id, box] = [focused?.id, focused?.dataset?.box];
  paintPanel();
  for (const face of $("card-view").querySelectorAll(".face")) {
    face.querySelector(".boxes")?.remove();
    if (!boxesShown()) continue;
    const mine = boxes().filter((one) => one.side === face.dataset.side);
    face.append(make("span", { class: "boxes" }, ...mine.map(boxNode), handle(mine.find((one) => one.id === view.box))));
  }
  paintGuides();
  const again = box ? $("card-view").querySelector(`[data-box="${CSS.escape(box)}"]`) : id ? $(id) : null;
  if (again && again !== document.activeElement && $("card-view").contains(again)) again.focus({ preventScroll: true });
}

// ---- on the card -----------------------------------------------------------------------------

function boxNode(box) {
  const [x, y, width, height] = roomOf(box);
  const what = { name: box.name || box.kind, kind: box.kind, x: shown(x), y: shown(y), width: shown(width), height: shown(height) };
  const node = button("", () => undefined, { class: "box", "data-box": box.id, "aria-label": say("box_label", what), "aria-describedby": "box-hint" });
  node.classList.toggle("here", box.id === view.box);
  node.classList.toggle("fixed", Boolean(box.fixed));
  place(node, roomOf(box));
  node.addEventListener("pointerdown", (event) => grab(event, box, false));
  node.addEventListener("focus", () => choose(box));
  node.addEventListener("keydown", (event) => pressed(event, box));
  return node;
}

// The handle is above all boxes, because a selected large box may be below others.
function handle(box) {
  if (!box || !canSize(box)) return "";
  const node = make("span", { class: "box-handle", "aria-hidden": "true" });
  node.addEventListener("pointerdown", (event) => grab(event, box, true));
  const [x, y, width, height] = roomOf(box);
  place(node, [x + width, y + height, 0, 0]);
  return node;
}

/** @type {(node: HTMLElement, room: number[]) => void} */
function place(node, [x, y, width, height]) {
  const { width_mm: across, height_mm: down } = view.deck;
  Object.assign(node.style, { left: `${(100 * x) / across}%`, top: `${(100 * y) / down}%`, width: `${(100 * width) / across}%`, height: `${(100 * height) / down}%` });
}

const canSize = (box) => !box.bound && box.kind !== "line" && box.fixed !== "box_ground";
const canMove = (box) => !box.bound && !box.fixed;

const faceOf = (box) => $("card-view").querySelector(`.face[data-side="${box.side}"]`);

function choose(box) {
  if (box.id === view.box) return;
  void settle();
  Object.assign(view, { box: box.id, aiming: false });
  paint();
}

// ---- the mouse, a finger, a pen --------------------------------------------------------------

function grab(event, box, sizing) {
  if (event.button > 0) return;
  event.preventDefault();
  const aimed = here();
  if (view.aiming && aimed) return aim(event, aimed);
  choose(box);
  $("card-view").querySelector(`[data-box="${CSS.escape(box.id)}"]`)?.focus({ preventScroll: true });
  if (view.writing) return;
  if (sizing ? !canSize(box) : !canMove(box)) return;
  const face = faceOf(box);
  const scale = view.deck.width_mm / face.getBoundingClientRect().width;
  const from = { x: event.clientX, y: event.clientY, room: box.room };
  const drag = (moved) => by(box, sizing, half((moved.clientX - from.x) * scale), half((moved.clientY - from.y) * scale), from.room);
  const end = () => {
    removeEventListener("pointermove", drag);
    removeEventListener("pointerup", end);
    void settle();
  };
  addEventListener("pointermove", drag);
  addEventListener("pointerup", end);
}

/** Return a box moved or resized by a distance in millimetres.
 * @type {(box: Box, sizing: boolean, across: number, down: number, room: number[]) => void} */
function by(box, sizing, across, down, room) {
  const [x, y, width, height] = room;
  const shall = aimAt(box, sizing ? [x, y, Math.max(STEP, width + across), Math.max(STEP, height + down)] : [x + across, y + down, width, height]);
  for (const node of $("card-view").querySelectorAll(`[data-box="${CSS.escape(box.id)}"]`)) place(node, shall);
  const corner = faceOf(box)?.querySelector(".box-handle");
  if (corner) place(corner, [shall[0] + shall[2], shall[1] + shall[3], 0, 0]);
  paintGuides();
  fillFields(box);
}

// ---- the keys --------------------------------------------------------------------------------

const WAYS = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };

function pressed(event, box) {
  const way = WAYS[event.key];
  if (event.key === "Escape" && view.shall) leave();
  else if (event.key === "Enter") settle();
  else if (way) void nudge(box.id, event.shiftKey, way);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Apply one key press; moving and resizing are separate changes.
 * @type {(id: string, sizing: boolean, way: number[]) => Promise<void>} */
async function nudge(id, sizing, [across, down]) {
  while (view.writing) await view.writing;
  let box = here();
  if (!box || box.id !== id) return;
  if (sizing ? !canSize(box) : !canMove(box)) return tell(say(box.bound || box.fixed || "box_line"), 0);
  const was = view.shall ?? box.room;
  const other = sizing ? was[0] !== box.room[0] || was[1] !== box.room[1] : was[2] !== box.room[2] || was[3] !== box.room[3];
  if (other) {
    await settle();
    box = here();
    if (!box || box.id !== id) return;
  }
  by(box, sizing, across, down, view.shall ?? box.room);
  clearTimeout(idle);
  idle = setTimeout(settle, IDLE_MS);
}

function leave() {
  clearTimeout(idle);
  idle = undefined;
  view.shall = null;
  paint();
}

/** @type {(box: Box, room: number[]) => number[]} */
function aimAt(box, room) {
  if (!view.shall) view.opened = box;
  return (view.shall = room.map(two));
}

/** Write the new position or size of a box once.
 * @type {() => Promise<void>} */
async function settle() {
  clearTimeout(idle);
  idle = undefined;
  const { shall, opened: box } = view;
  if (view.writing || !box || !shall || shall.join() === box.room.join()) return;
  await write(box, { from: box.room, to: shall });
}

/** Write a change to a box, with the state that the user saw; after our own change, that is its result.
 * @type {(opened: Box, asked: Record<string, any>) => Promise<void>} */
async function write(opened, asked) {
  const { id, side } = opened;
  let seen = opened.keys;
  while (view.writing) {
    await view.writing;
    seen = boxes().find((one) => one.id === id && one.side === side)?.keys ?? seen;
  }
  const mine = Object.values(asked).at(-1);
  const sent = change({ kind: "box", row: chosen.row, side, box: id, seen, ...asked }, "edit", (theirs) => ({ seen: theirs.seen, mine: [mine].flat().join(", ") }));
  $("box-panel").setAttribute("aria-busy", "true");
  view.writing = sent.then(() => ((view.shall = null), load())).finally(() => (view.writing = null));
  await view.writing;
  $("box-panel").setAttribute("aria-busy", "false");
}

// ---- guides: where an edge or a middle meets another one -------------------------------------------

function paintGuides() {
  for (const old of $("card-view").querySelectorAll(".guide")) old.remove();
  const box = here();
  if (!box || !view.shall) return;
  const layer = faceOf(box)?.querySelector(".boxes");
  const { width_mm: across, height_mm: down } = view.deck;
  const others = boxes().filter((one) => one.id !== box.id && one.side === box.side).map((one) => one.room);
  for (const [axis, whole, edge] of /** @type {[number, number, string][]} */ ([[0, across, "left"], [1, down, "top"]])) {
    const lines = (room) => [room[axis], room[axis] + room[axis + 2] / 2, room[axis] + room[axis + 2]];
    const known = [SAFE_MM, whole / 2, whole - SAFE_MM, ...others.flatMap(lines)];
    const met = lines(view.shall).filter((line) => known.some((one) => Math.abs(one - line) < NEAR));
    for (const line of new Set(met)) {
      const guide = make("span", { class: `guide guide-${edge}`, "aria-hidden": "true" });
      guide.style[edge] = `${(100 * line) / whole}%`;
      layer?.append(guide);
    }
  }
}

// ---- the panel: position and size as numbers, and how a picture fits -----------------------------------

function paintPanel() {
  const panel = $("box-panel");
  const typing = /** @type {any} */ (document.activeElement);
  // Text that is being typed stays, with the box that its field was opened for.
  if (!panel || (panel.contains(typing) && typing.type === "number" && typing.value !== typing.defaultValue && !view.shall)) return;
  panel.hidden = !bench.record.layouts.length;
  if (panel.hidden) return panel.replaceChildren();
  const toggle = button(say("boxes"), () => turn(), { class: "chip", id: "boxes-on", "aria-pressed": String(view.on) });
  panel.replaceChildren(make("p", {}, toggle), ...(view.on ? inside() : []));
}

function turn() {
  view.on = !view.on;
  Object.assign(view, { sides: [], shall: null, aiming: false });
  document.dispatchEvent(new CustomEvent("boxes"));
  if (view.on) void load();
  else paint();
}

function inside() {
  const box = here();
  const file = view.sides[0]?.file ?? "";
  const hint = make("p", { class: "hint", id: "box-hint" }, say("boxes_hint", { file }));
  if (!box) return [hint];
  const options = boxes().filter((one, at, all) => all.findIndex((other) => other.id === one.id) === at);
  const select = make("select", { id: "box-choose", onchange: ({ target }) => choose({ id: target.value }) }, ...options.map((one) => new Option(one.name ? `${one.name} (${one.kind})` : one.kind, one.id, false, one.id === box.id)));
  const why = box.bound || box.fixed || (box.keys.at ? "" : "box_flow");
  return [
    hint,
    make("p", {}, make("label", { class: "field" }, `${say("box_choose")} `, select)),
    make("p", { class: "box-fields" }, ...lengths(box)),
    why ? make("p", { class: "hint", id: "box-why" }, say(why)) : "",
    ...(box.picture && !box.bound ? [pictureFields(box)] : []),
  ];
}

const LENGTHS = ["x", "y", "width", "height"];

function lengths(box) {
  return LENGTHS.map((name, at) => {
    const free = at < 2 ? canMove(box) : canSize(box);
    const input = make("input", { id: `box-${name}`, type: "number", step: STEP, value: shown(roomOf(box)[at]), disabled: !free, onchange: ({ target }) => typed(box, at, target.value) });
    return make("label", { class: "field" }, `${say(`box_${name}`)} `, input);
  });
}

function fillFields(box) {
  LENGTHS.forEach((name, at) => $(`box-${name}`) && ($(`box-${name}`).value = shown(roomOf(box)[at])));
}

function typed(box, at, text) {
  const value = Number.parseFloat(text);
  if (!Number.isFinite(value)) return paint();
  const shall = [...box.room];
  shall[at] = at < 2 ? value : Math.max(STEP, value);
  aimAt(box, shall);
  return void settle();
}

// ---- pictures --------------------------------------------------------------------------------

function pictureFields(box) {
  const { fit, fits, focus } = box.picture;
  const select = make("select", { id: "box-fit", onchange: ({ target }) => void write(box, { fit: target.value }) }, ...fits.map((name) => new Option(say(`fit_${name}`), name, false, name === fit)));
  /** @type {HTMLElement[]} */
  const parts = [make("label", { class: "field" }, `${say("picture_fit")} `, select)];
  if (fit === "cover") {
    const share = (at) => make("input", { id: `focus-${at}`, type: "number", min: 0, max: 100, step: 5, value: Math.round(100 * focus[at]), onchange: ({ target }) => setFocus(box, focus.map((old, index) => (index === at ? Number(target.value) / 100 : old))) });
    parts.push(make("label", { class: "field" }, `${say("focus_left")} `, share(0)), make("label", { class: "field" }, `${say("focus_top")} `, share(1)));
    if (box.picture.whole.length) parts.push(button(say("focus_aim"), () => aimNow(), { class: "chip", id: "focus-aim", "aria-pressed": String(view.aiming) }));
  }
  return make("p", { class: "box-fields", id: "picture-fields" }, ...parts);
}

function aimNow() {
  view.aiming = !view.aiming;
  paint();
  if (!view.aiming) return;
  tell(say("focus_aiming"), 0);
  faceOf(here())?.scrollIntoView({ block: "center" });
}

// A click on the picture sets the focal point, as shares from the left and the top.
function aim(event, box) {
  const whole = box.picture?.whole ?? [];
  if (!whole.length) return;
  const seen = faceOf(box).getBoundingClientRect();
  const scale = view.deck.width_mm / seen.width;
  const [x, y, width, height] = whole;
  view.aiming = false;
  setFocus(box, [((event.clientX - seen.left) * scale - x) / width, ((event.clientY - seen.top) * scale - y) / height]);
}

function setFocus(box, shares) {
  const focus = shares.map((share) => two(Math.min(1, Math.max(0, share || 0))));
  void write(box, { focus });
}
