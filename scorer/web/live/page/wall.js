// The wall: a tile a table, to be read from the last row. Names and points can be hidden, and for
// the beamer everything but the tiles.
import { button, make } from "../../page/dom.js";
import { number, say } from "../../page/words.js";

const TWO_LINES = 2;

export class Wall {
  /** @param {(tile: Tile, name: string) => void} sendOut */
  constructor(sendOut) {
    this.sendOut = sendOut;
    /** @type {Map<string, Tile>} */
    this.tiles = new Map();
    this.hidden = { names: false, points: false };
    this.list = make("ul", { class: "tiles", id: "tiles" });
    this.toggles = ["names", "points"].map((what) => button(say(`hide_${what}`), () => this.hide(what), { class: "chip", id: `hide-${what}`, "aria-pressed": "false" }));
    const beamer = button(say("beamer"), () => this.beam(), { class: "chip", id: "beamer" });
    this.controls = make("div", { class: "actions wall-controls" }, ...this.toggles, beamer);
    this.empty = make("p", { class: "note", id: "no-tables" }, say("no_tables"));
    this.node = make("section", { class: "wall", id: "wall", "aria-label": say("wall") }, this.controls, this.empty, this.list);
  }

  count = () => say("tables_here", { n: this.tiles.size });

  /** @param {Tile} tile */
  put(tile) {
    this.tiles.set(tile.id, tile);
    this.draw();
  }

  drop(id) {
    this.tiles.delete(id);
    this.draw();
  }

  key(key) {
    if (key === "n") this.hide("names");
    if (key === "p") this.hide("points");
    if (key === "b") this.beam();
    if (key === "Escape" && document.body.classList.contains("beamer")) this.beam();
  }

  hide(what) {
    this.hidden[what] = !this.hidden[what];
    this.toggles.forEach((one) => one.setAttribute("aria-pressed", String(this.hidden[one.id.replace("hide-", "")])));
    this.draw();
  }

  beam() {
    const on = document.body.classList.toggle("beamer");
    if (on) document.documentElement.requestFullscreen?.().catch(() => {}); // without it, the window is enough
    else if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
  }

  draw() {
    const tiles = [...this.tiles.values()];
    this.empty.hidden = tiles.length > 0;
    this.list.className = tiles.length > 12 ? "tiles many" : tiles.length > 6 ? "tiles some" : "tiles";
    this.list.replaceChildren(...tiles.map((tile, index) => this.tile(tile, index)));
  }

  /** @type {(tile: Tile, index: number) => HTMLElement} */
  tile(tile, index) {
    const name = this.hidden.names ? say("table_n", { n: index + 1 }) : tile.name;
    const head = make("div", { class: "tile-head" }, make("h2", {}, name), make("p", { class: "tile-game" }, tile.title));
    const players = this.hidden.names || !tile.players.length ? null : make("p", { class: "tile-players" }, tile.players.join(", "));
    const out = button("×", () => this.sendOut(tile, name), { class: "drop", "aria-label": say("send_out", { what: name }) });
    const node = make("li", { class: tileClass(tile), "data-table": tile.id }, head, out, players, this.points(tile), progress(tile));
    if (/^#[0-9a-f]{6}$/i.test(tile.accent)) node.style.setProperty("--game", tile.accent);
    return node;
  }

  /** @param {Tile} tile */
  points(tile) {
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

/** @param {Tile} tile */
const tileClass = (tile) => ["tile-card", isFinished(tile) ? "finished" : "", isSilent(tile) ? "silent" : ""].filter(Boolean).join(" ");

// A table that has finished has said all that it had to say.
const isSilent = (tile) => tile.silent && !isFinished(tile);

/** @param {Tile} tile */
const isFinished = (tile) => ["ranked", "draw", "won", "lost"].includes(tile.outcome) && tile.open === 0;

// How far a table is: what is entered of what its game asks; finished, who won.
/** @param {Tile} tile */
function progress(tile) {
  if (tile.problems) return make("p", { class: "tile-state wrong" }, say("something_wrong"));
  if (isFinished(tile)) return make("p", { class: "tile-state" }, say({ ranked: "finished", draw: "draw", won: "won", lost: "lost_all" }[tile.outcome] ?? "finished"));
  const done = Math.max(0, tile.questions - tile.open);
  const text = tile.open ? say("still_playing", { done, all: tile.questions }) : say("ongoing");
  const bar = tile.open ? make("progress", { max: String(Math.max(1, tile.questions)), value: String(done), "aria-label": text }) : null;
  return make("p", { class: "tile-state" }, bar, make("span", {}, tile.silent ? `${text} · ${say("silent")}` : text));
}
