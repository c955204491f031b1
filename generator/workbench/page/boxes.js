// The layout boxes on the large card: move and resize them with the mouse or the keyboard.
import { $, all, button, make, say, tell } from "../../../scorer/web/page/page.js";
import { change } from "./changing.js";
import { placeOn } from "./faces.js";
import { field, repaint } from "./asking.js";
import { get } from "./server.js";
import { memo, flush, state, untrack } from "./signals.js";
import { bench, cardNamed, chosen, deckOf, largeCard } from "./view.js";

const STEP = 0.5; // mm
const IDLE_MS = 600; // write the change this long after the last key
const SAFE_MM = 3;
const NEAR = 0.05;

/** A box on the card; several nodes may show it. @typedef {Box & {side: string}} PlacedBox */

const view = state({
  on: false,
  sides: /** @type {BoxSide[]} */ ([]),
  box: "",
  // The wanted position of a box, until it is written and drawn.
  target: /** @type {number[] | null} */ (null),
  aiming: false,
  // True while a change is being written; key presses wait for it.
  writing: /** @type {Promise<void> | null} */ (null),
  // On the page: the boxes, the handle of the selected one, and its lengths.
  nodes: /** @type {[node: HTMLElement, box: PlacedBox][]} */ ([]),
  handle: /** @type {HTMLElement | null} */ (null),
  lengths: /** @type {HTMLInputElement[]} */ ([]),
});
/** The box as it was before the change. @type {PlacedBox | null} */
let opened = null;
let idle = /** @type {Timer} */ (undefined);
let card = "";

export const boxesShown = () => view.on && bench.record.layouts.length > 0;
const boxes = memo(() => view.sides.flatMap(({ side, boxes }) => boxes.map((box) => ({ ...box, side }))));
const here = () => boxes().find((box) => box.id === view.box);
const deckHere = () => {
  const here = cardNamed(largeCard.name);
  return here && deckOf(here);
};
const half = (/** @type {number} */ length) => Math.round(length / STEP) * STEP;
const two = (/** @type {number} */ length) => Math.round(length * 100) / 100;
const inTenths = (/** @type {number} */ length) => String(Math.round(length * 10) / 10);
const roomOf = (/** @type {PlacedBox} */ box) => (view.target && box.id === view.box ? view.target : box.room);

/** Load the boxes of another card, or of other pictures: they may have moved. */
function loadBoxes() {
  const other = card !== largeCard.name;
  void largeCard.drawn;
  card = largeCard.name;
  if (other) Object.assign(view, { sides: [], target: null, aiming: false });
  if (boxesShown()) void load();
}

async function load(/** @type {Partial<typeof view>} */ more = {}) {
  const { name } = largeCard;
  const sides = await get("boxes.json", { card: name }).catch(() => []);
  if (name !== largeCard.name) return;
  Object.assign(view, { sides, ...more });
  if (!here()) view.box = (boxes().find((box) => !box.fixed) ?? boxes()[0])?.id ?? ""; // one that can be moved
}

function paintBoxes() {
  const { activeElement } = document;
  const focused = activeElement instanceof HTMLElement ? activeElement.dataset.box : undefined;
  const chosenBox = boxesShown() ? here() : undefined;
  const corner = chosenBox && canSize(chosenBox) ? handle(chosenBox) : null;
  const nodes = boxesShown() ? boxes().map((box) => /** @type {[HTMLElement, PlacedBox]} */ ([boxNode(box), box])) : [];
  for (const face of largeCard.faces) {
    face.querySelector(".boxes")?.remove();
    const own = nodes.flatMap(([node, box]) => (box.side === face.dataset.side ? node : []));
    if (boxesShown()) face.append(make("span", { class: "boxes" }, ...own, chosenBox?.side === face.dataset.side && corner));
  }
  Object.assign(view, { nodes, handle: corner });
  if (focused) focusBox(focused);
}

function boxNode(/** @type {PlacedBox} */ box) {
  const node = make("button", {
    ...{ type: "button", class: "box", "data-box": box.id, "aria-describedby": "box-hint" },
    onpointerdown: (event) => grab(event, box, false),
    onfocus: () => choose(box.id),
    onkeydown: (event) => pressKey(event, box),
  });
  node.classList.toggle("here", box.id === view.box);
  node.classList.toggle("fixed", Boolean(box.fixed));
  return node;
}

/** The handle is above all boxes, because a selected large box may be below others. */
const handle = (/** @type {PlacedBox} */ box) =>
  make("span", { class: "box-handle", "aria-hidden": "true", onpointerdown: (event) => grab(event, box, true) });

/** Where the boxes are, while the selected one is moved or resized; with guides and numbers. */
function paintPlaces() {
  const deck = deckHere();
  if (!deck) return;
  for (const [node, box] of view.nodes) {
    const room = roomOf(box);
    const [x, y, width, height] = room.map(inTenths);
    node.setAttribute("aria-label", say("box_label", { name: box.name || box.kind, kind: box.kind, x, y, width, height }));
    placeOn(node, deck, room);
  }
  const box = here();
  if (!box) return;
  const [x, y, width, height] = roomOf(box);
  if (view.handle) placeOn(view.handle, deck, [x + width, y + height, 0, 0]);
  view.lengths.forEach((input, at) => (input.value = inTenths(roomOf(box)[at])));
  paintGuides(box, deck);
}

const canSize = (/** @type {PlacedBox} */ box) => !box.bound && box.kind !== "line" && box.fixed !== "box_ground";
const canMove = (/** @type {PlacedBox} */ box) => !box.bound && !box.fixed;

const faceOf = (/** @type {PlacedBox} */ box) => largeCard.faces.find((face) => face.dataset.side === box.side);
const focusBox = (/** @type {string} */ id) => all(`[data-box="${CSS.escape(id)}"]`, $("card-view"))[0]?.focus({ preventScroll: true });

function choose(/** @type {string} */ id) {
  if (id === view.box) return;
  void settle();
  Object.assign(view, { box: id, aiming: false });
}

function grab(/** @type {PointerEvent} */ event, /** @type {PlacedBox} */ box, /** @type {boolean} */ sizing) {
  if (event.button > 0) return;
  event.preventDefault();
  const aimed = here();
  if (view.aiming && aimed) return aim(event, aimed);
  choose(box.id);
  flush();
  focusBox(box.id);
  const [face, deck] = [faceOf(box), deckHere()];
  if (view.writing || !face || !deck || !(sizing ? canSize(box) : canMove(box))) return;
  const scale = deck.width_mm / face.getBoundingClientRect().width;
  const drag = (/** @type {PointerEvent} */ moved) =>
    moveBy(box, sizing, [half((moved.clientX - event.clientX) * scale), half((moved.clientY - event.clientY) * scale)], box.room);
  const end = () => {
    removeEventListener("pointermove", drag);
    removeEventListener("pointerup", end);
    void settle();
  };
  addEventListener("pointermove", drag);
  addEventListener("pointerup", end);
}

/** Move or resize a box by a distance in millimetres. @type {(box: PlacedBox, sizing: boolean, by: number[], room: number[]) => void} */
function moveBy(box, sizing, [across, down], [x, y, width, height]) {
  aimAt(box, sizing ? [x, y, Math.max(STEP, width + across), Math.max(STEP, height + down)] : [x + across, y + down, width, height]);
}

/** @type {Record<string, number[]>} */
const WAYS = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };

function pressKey(/** @type {KeyboardEvent} */ event, /** @type {PlacedBox} */ box) {
  const direction = WAYS[event.key];
  if (event.key === "Escape" && view.target) view.target = null;
  else if (event.key === "Enter") void settle();
  else if (direction) void nudge(box.id, event.shiftKey, direction);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Apply one key press; moving and resizing are separate changes. @type {(id: string, sizing: boolean, direction: number[]) => Promise<void>} */
async function nudge(id, sizing, direction) {
  while (view.writing) await view.writing;
  let box = here();
  if (!box || box.id !== id) return;
  if (sizing ? !canSize(box) : !canMove(box)) return tell(say(box.bound || box.fixed || "box_line"), 0);
  const was = view.target ?? box.room;
  const other = sizing ? was[0] !== box.room[0] || was[1] !== box.room[1] : was[2] !== box.room[2] || was[3] !== box.room[3];
  if (other) {
    await settle();
    box = here();
    if (!box || box.id !== id) return;
  }
  moveBy(box, sizing, direction, view.target ?? box.room);
  clearTimeout(idle);
  idle = setTimeout(settle, IDLE_MS);
}

function aimAt(/** @type {PlacedBox} */ box, /** @type {number[]} */ room) {
  if (!view.target) opened = box;
  view.target = room.map(two);
}

async function settle() {
  clearTimeout(idle);
  const { target } = view;
  if (view.writing || !opened || !target || target.join() === opened.room.join()) return;
  await write(opened, { from: opened.room, to: target });
}

/** Write a change to a box, with the state that the user saw; after our own change, that is its result. */
async function write(/** @type {PlacedBox} */ { id, side, keys }, /** @type {Record<string, any>} */ request) {
  let seen = keys;
  while (view.writing) {
    await view.writing;
    seen = boxes().find((one) => one.id === id && one.side === side)?.keys ?? seen;
  }
  const mine = [Object.values(request).at(-1)].flat().join(", ");
  const edit = { kind: "box", row: chosen.row, side, box: id, seen, ...request };
  const sent = change(edit, "edit", (theirs) => ({ seen: theirs.seen, mine }));
  view.writing = sent.then(() => load({ target: null })).finally(() => (view.writing = null));
  await view.writing;
}

// ---- guides: where an edge or a middle meets another one -------------------------------------------

function paintGuides(/** @type {PlacedBox} */ box, /** @type {Deck} */ { width_mm: across, height_mm: down }) {
  for (const old of all(".guide", $("card-view"))) old.remove();
  const { target } = view;
  if (!target) return;
  const layer = faceOf(box)?.querySelector(".boxes");
  const others = boxes().filter((one) => one.id !== box.id && one.side === box.side).map((one) => one.room);
  for (const [axis, whole, edge] of /** @type {const} */ ([[0, across, "left"], [1, down, "top"]])) {
    const lines = (/** @type {number[]} */ room) => [room[axis], room[axis] + room[axis + 2] / 2, room[axis] + room[axis + 2]];
    const stops = [SAFE_MM, whole / 2, whole - SAFE_MM, ...others.flatMap(lines)];
    const touched = lines(target).filter((line) => stops.some((one) => Math.abs(one - line) < NEAR));
    for (const line of new Set(touched)) {
      const guide = make("span", { class: `guide guide-${edge}`, "aria-hidden": "true" });
      guide.style[edge] = `${(100 * line) / whole}%`;
      layer?.append(guide);
    }
  }
}

// ---- the panel: position and size as numbers, and how a picture fits -----------------------------------

function paintPanel() {
  if (!largeCard.name) return; // another card has another panel
  const panel = $("box-panel");
  panel.hidden = !bench.record.layouts.length;
  const turn = () => Object.assign(view, { on: !view.on, sides: [], target: null, aiming: false });
  const toggle = button(say("boxes"), turn, { class: "chip", id: "boxes-on", "aria-pressed": String(view.on) });
  const content = panel.hidden ? [] : [make("p", {}, toggle), ...(view.on ? inside() : [])];
  const typing = document.activeElement;
  // Text that is being typed stays, with the box that its field was opened for.
  const isNumber = panel.contains(typing) && typing instanceof HTMLInputElement && typing.type === "number";
  if (!isNumber || typing.value === typing.defaultValue || untrack(() => view.target)) repaint(panel, ...content);
}

const paintBusy = () => largeCard.name && $("box-panel").setAttribute("aria-busy", String(view.writing !== null));

export const BOX_PARTS = [loadBoxes, paintPanel, paintBoxes, paintPlaces, paintBusy];

function inside() {
  const box = here();
  const hint = make("p", { class: "hint", id: "box-hint" }, say("boxes_hint", { file: view.sides[0]?.file ?? "" }));
  if (!box) return [hint];
  const names = new Map(boxes().map(({ id, name, kind }) => [id, name ? `${name} (${kind})` : kind]));
  const options = [...names].map(([id, name]) => new Option(name, id, false, id === box.id));
  const select = make("select", { id: "box-choose", onchange: ({ target }) => choose(target.value) }, ...options);
  const why = box.bound || box.fixed || (box.keys.at ? "" : "box_flow");
  return [
    hint,
    make("p", {}, field(say("box_choose"), select)),
    make("p", { class: "box-fields" }, ...lengths(box)),
    why ? make("p", { class: "hint", id: "box-why" }, say(why)) : "",
    box.picture && !box.bound ? pictureFields(box, box.picture) : "",
  ];
}

const LENGTHS = ["x", "y", "width", "height"];

function lengths(/** @type {PlacedBox} */ box) {
  const inputs = LENGTHS.map((name, at) => {
    const attributes = { id: `box-${name}`, type: "number", step: STEP, value: inTenths(box.room[at]) };
    const free = at < 2 ? canMove(box) : canSize(box);
    return make("input", { ...attributes, disabled: !free, onchange: ({ target }) => typeLength(box, at, target.value) });
  });
  view.lengths = inputs;
  return LENGTHS.map((name, at) => field(say(`box_${name}`), inputs[at]));
}

function typeLength(/** @type {PlacedBox} */ box, /** @type {number} */ at, /** @type {string} */ text) {
  const value = Number.parseFloat(text);
  if (!Number.isFinite(value)) return;
  aimAt(box, box.room.map((length, index) => (index !== at ? length : at < 2 ? value : Math.max(STEP, value))));
  void settle();
}

function pictureFields(/** @type {PlacedBox} */ box, /** @type {NonNullable<Box["picture"]>} */ { fit, fits, focus, whole }) {
  const options = fits.map((name) => new Option(say(`fit_${name}`), name, false, name === fit));
  const select = make("select", { id: "box-fit", onchange: ({ target }) => void write(box, { fit: target.value }) }, ...options);
  /** @type {HTMLElement[]} */
  const parts = [field(say("picture_fit"), select)];
  if (fit === "cover") {
    const share = (/** @type {number} */ at) => {
      const attributes = { id: `focus-${at}`, type: "number", min: 0, max: 100, step: 5, value: Math.round(100 * focus[at]) };
      const set = (/** @type {string} */ text) => setFocus(box, focus.map((old, index) => (index === at ? Number(text) / 100 : old)));
      return make("input", { ...attributes, onchange: ({ target }) => set(target.value) });
    };
    parts.push(field(say("focus_left"), share(0)), field(say("focus_top"), share(1)));
    const pressKey = { class: "chip", id: "focus-aim", "aria-pressed": String(view.aiming) };
    if (whole.length) parts.push(button(say("focus_aim"), () => aimNow(box), pressKey));
  }
  return make("p", { class: "box-fields", id: "picture-fields" }, ...parts);
}

function aimNow(/** @type {PlacedBox} */ box) {
  view.aiming = !view.aiming;
  if (!view.aiming) return;
  tell(say("focus_aiming"), 0);
  faceOf(box)?.scrollIntoView({ block: "center" });
}

/** A click on the picture sets the focal point, as shares from the left and the top. @type {(event: PointerEvent, box: PlacedBox) => void} */
function aim(event, box) {
  const [seen, deck] = [faceOf(box)?.getBoundingClientRect(), deckHere()];
  if (!box.picture?.whole.length || !seen || !deck) return;
  const scale = deck.width_mm / seen.width;
  const [x, y, width, height] = box.picture.whole;
  view.aiming = false;
  setFocus(box, [((event.clientX - seen.left) * scale - x) / width, ((event.clientY - seen.top) * scale - y) / height]);
}

function setFocus(/** @type {PlacedBox} */ box, /** @type {number[]} */ shares) {
  const focus = shares.map((share) => two(Math.min(1, Math.max(0, share || 0))));
  void write(box, { focus });
}
