// The class screen: one tile per table, readable from the back row. Names and points can be hidden;
// the projector view hides everything except the tiles.
import { button, make, number, say } from "../../page/page.js";
import { ask } from "./ask.js";

const TWO_LINES = 2;

export class ClassScreen {
  /** @param {(tile: Tile, name: string) => void} sendOut */
  constructor(sendOut) {
    this.sendOut = sendOut;
    this.tiles = /** @type {Map<string, Tile>} */ (new Map());
    this.hidden = { names: false, points: false };
    this.list = make("ul", { class: "tiles", id: "tiles" });
    const hide = (/** @type {"names" | "points"} */ what) =>
      button(say(`hide_${what}`), () => this.hide(what), { class: "chip", id: `hide-${what}`, "aria-pressed": "false" });
    this.toggles = { names: hide("names"), points: hide("points") };
    const projector = button(say("projector"), () => this.project(), { class: "chip", id: "projector" });
    this.controls = make("div", { class: "actions wall-controls" }, ...Object.values(this.toggles), projector);
    this.empty = make("p", { class: "note", id: "no-tables" }, say("no_tables"));
    this.node = make("section", { class: "wall", id: "wall", "aria-label": say("wall") }, this.controls, this.empty, this.list);
    this.fitting = 0;
    addEventListener("resize", () => this.fit());
  }

  count = () => say("tables_here", { n: this.tiles.size });

  put(/** @type {Tile} */ tile) {
    this.tiles.set(tile.id, tile);
    this.draw();
  }

  /** Show only these tables: remove those that the server no longer has. @param {string[]} ids */
  only(ids) {
    for (const id of [...this.tiles.keys()]) if (!ids.includes(id)) this.tiles.delete(id);
    this.draw();
  }

  key(/** @type {string} */ key) {
    if (key === "n") this.hide("names");
    if (key === "p") this.hide("points");
    if (key === "f") this.project();
    if (key === "Escape" && document.body.classList.contains("projector")) this.project();
  }

  hide(/** @type {"names" | "points"} */ what) {
    this.hidden[what] = !this.hidden[what];
    this.toggles[what].setAttribute("aria-pressed", String(this.hidden[what]));
    this.draw();
  }

  project() {
    const on = document.body.classList.toggle("projector");
    if (on) document.documentElement.requestFullscreen?.().catch(() => {}); // otherwise the window is enough
    else if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
    this.fit();
  }

  draw() {
    const tiles = [...this.tiles.values()];
    this.empty.hidden = tiles.length > 0;
    this.list.replaceChildren(...tiles.map((tile, index) => this.tile(tile, index)));
    this.fit();
  }

  // Many tiles may arrive at once: fit them together.
  fit() {
    cancelAnimationFrame(this.fitting);
    this.fitting = requestAnimationFrame(() => this.list.isConnected && fitTiles(this.list));
  }

  tile(/** @type {Tile} */ tile, /** @type {number} */ index) {
    const name = this.hidden.names ? say("table_n", { n: index + 1 }) : tile.name;
    const head = make("div", { class: "tile-head" }, make("h2", {}, name), make("p", { class: "tile-game" }, tile.title));
    const others = tile.players.filter((player) => !tile.sides.some((side) => side.name === player));
    const players = this.hidden.names || !(this.hidden.points ? tile.players : others).length ? null : make("p", { class: "tile-players" }, tile.players.join(", "));
    const remove = () => ask(say("send_out_ask", { what: name }), [say("send_out_yes"), () => this.sendOut(tile, name)], say("cancel"));
    const out = button("×", remove, { class: "drop", "aria-label": say("send_out", { what: name }) });
    const node = make("li", { class: tileClass(tile), "data-table": tile.id }, head, out, players, this.points(tile), progress(tile));
    if (/^#[0-9a-f]{6}$/i.test(tile.accent)) node.style.setProperty("--game", tile.accent);
    return node;
  }

  points(/** @type {Tile} */ tile) {
    if (this.hidden.points || !tile.sides.length) return null;
    const longest = tile.sides.length > TWO_LINES ? "tile-sides small" : "tile-sides";
    const items = tile.sides.map((side, index) => {
      const won = tile.winners.includes(side.name);
      const name = this.hidden.names && tile.players.includes(side.name) ? say("side_n", { n: index + 1 }) : side.name;
      return make("li", { class: won ? "won" : "" }, make("span", {}, won ? "★\u00a0" : "", name), make("b", {}, number(side.total)));
    });
    return make("ul", { class: longest }, ...items);
  }
}

/** A finished table needs no more taps, so it is never quiet. */
function tileClass(/** @type {Tile} */ { finished, quiet }) {
  return ["tile-card", ...(finished ? ["finished"] : quiet ? ["quiet-table"] : [])].join(" ");
}

/** A table's progress: how many questions are answered, or who won. @param {Tile} tile */
function progress(tile) {
  if (tile.problems) return make("p", { class: "tile-state wrong" }, say("something_wrong"));
  if (tile.finished) return make("p", { class: "tile-state" }, say({ ranked: "finished", draw: "draw", won: "won", lost: "lost_all" }[tile.outcome] ?? "finished"));
  const text = say("still_playing", { done: tile.entered, all: tile.questions });
  const bar = make("progress", { max: String(Math.max(1, tile.questions)), value: String(tile.entered), "aria-label": text });
  return make("p", { class: "tile-state" }, bar, make("span", {}, tile.quiet ? `${text} · ${say(tile.quiet)}` : text));
}

// Tiles as large as the screen allows: how many columns, and which size of type, show all of them.
const [SMALLEST, LARGEST] = [12, 96];
const NARROW = 768;
const COLUMN = 180; // narrower tiles are not easier to read

function fitTiles(/** @type {HTMLElement} */ list) {
  const tiles = /** @type {HTMLElement[]} */ ([...list.children]);
  reset(list);
  if (!tiles.length || innerWidth < NARROW) return;
  const room = innerHeight - list.getBoundingClientRect().top - scrollY - bottomSpace();
  list.classList.add("fitted");
  list.style.height = `${room}px`;
  // Break long words only if they would make everything small.
  const layout = best(list, tiles) ?? best(list, tiles, "breaking");
  if (layout) arrange(list, layout.columns, layout.size, tiles.length);
  else reset(list);
}

function reset(/** @type {HTMLElement} */ list) {
  list.className = "tiles";
  list.removeAttribute("style");
}

const bottomSpace = () => parseFloat(getComputedStyle(document.querySelector("main") ?? document.body).paddingBottom);

function best(/** @type {HTMLElement} */ list, /** @type {HTMLElement[]} */ tiles, how = "") {
  if (how) list.classList.add(how);
  const wide = [...list.querySelectorAll(".tile-head, .tile-sides")];
  const fits = (/** @type {number} */ columns, /** @type {number} */ size) => {
    arrange(list, columns, size, tiles.length);
    return tiles.every((tile) => tile.scrollHeight <= tile.clientHeight + 1) && wide.every((part) => part.scrollWidth <= part.clientWidth + 1);
  };
  let layout = /** @type {{columns: number, size: number} | null} */ (null);
  for (let columns = 1; columns <= Math.min(tiles.length, Math.floor(innerWidth / COLUMN)); columns++) {
    if (!fits(columns, layout ? layout.size + 1 : SMALLEST)) continue;
    layout = { columns, size: largest((size) => fits(columns, size), layout ? layout.size + 1 : SMALLEST) };
  }
  return layout;
}

// Find the largest size that fits, starting from one that does.
function largest(/** @type {(size: number) => boolean} */ fits, /** @type {number} */ from) {
  let [low, high] = [from, LARGEST];
  while (high - low > 1) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** @type {(list: HTMLElement, columns: number, size: number, count: number) => void} */
function arrange(list, columns, size, count) {
  list.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
  list.style.gridTemplateRows = `repeat(${Math.ceil(count / columns)}, minmax(0, 1fr))`;
  list.style.fontSize = `${size}px`;
}
