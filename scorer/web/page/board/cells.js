// The cells of a board, their clusters, and how they are drawn. Each row is a string with one sign per cell.
import { choiceLabel } from "../fields.js";
import { isLetter, letterName, means } from "./letters.js";

// The outlines of the printed pieces, in a 20 × 20 square.
const SHAPES = {
  round: "M10 1a9 9 0 1 0 .01 0z",
  hex: "M1 10L3.7 1H16.3L19 10L16.3 19H3.7Z",
  square: "M2 1h16a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H2a1 1 0 0 1-1-1V2a1 1 0 0 1 1-1z",
};
const CROSSED_OUT = "-";

export const cellsOf = (/** @type {string[]} */ rows) => rows.map((row) => row.split(" "));

/** Return what a cell shows: {letter}, {shape, colour} in a 20 × 20 square (never colour alone)
 * with the address of its symbol, or {sign}. @type {(field: Field, value: string) => CellLook} */
export function cellLook(field, value) {
  if (isLetter(value)) return { letter: value };
  const choice = field.choices.find((one) => one.value === value);
  if (choice?.shape) return { shape: SHAPES[choice.shape], colour: choice.colour, symbol: choice.symbol };
  return { sign: value === field.default ? "" : value === CROSSED_OUT ? "×" : value };
}

/** @type {(form: Form, answers: Answers, field: Field, value: string) => string} */
export function cellName(form, answers, field, value) {
  if (!isLetter(value)) return choiceLabel(field, value);
  const name = letterName(form, answers, value);
  return name === value ? value : `${value}, ${name}`;
}

/** Map each cell "row,column" (from 0) to its whole cluster. */
export function clusters(/** @type {string[][]} */ cells, /** @type {Field["clusters"]} */ rule) {
  const families = rule?.families.map((family) => groups(cells, (cell) => [...family].some((sign) => means(sign, cell)))) ?? [];
  const large = families.flat().filter((group) => group.length >= Number(rule?.least));
  return new Map(large.flatMap((group) => group.map((at) => [at, group])));
}

function groups(/** @type {string[][]} */ cells, /** @type {(cell: string) => boolean} */ kind) {
  const left = /** @type {Set<string>} */ (new Set());
  cells.forEach((row, r) => row.forEach((cell, c) => kind(cell) && left.add(`${r},${c}`)));
  const all = [];
  for (const start of left) {
    const group = [start];
    left.delete(start);
    for (const at of group) {
      for (const near of neighbours(at)) if (left.delete(near)) group.push(near);
    }
    all.push(group);
  }
  return all;
}

export function neighbours(/** @type {string} */ at) {
  const [r, c] = at.split(",").map(Number);
  return [`${r - 1},${c}`, `${r},${c + 1}`, `${r + 1},${c}`, `${r},${c - 1}`]; // above, right, below, left
}

const [TILE, BUILT, ON_BUILT, QUIET] = ["#dbe3cf", "#3c4549", "#ffffff", "#635b4d"];
const GAP = 8;
const DOTS = 128;

/** White symbols by their addresses. @type {Map<string, HTMLCanvasElement>} */
const symbols = new Map();

/** Load the symbols of all pieces. A piece without a symbol is recognised by its outline. */
export function loadSymbols(/** @type {Form} */ form) {
  const addresses = new Set(form.fields.flatMap((field) => field.choices.map((choice) => choice.symbol)));
  const load = async (/** @type {string} */ address) => symbols.set(address, await whiteSymbol(address));
  return Promise.allSettled([...addresses].filter((address) => address && !symbols.has(address)).map(load));
}

async function whiteSymbol(/** @type {string} */ address) {
  const image = Object.assign(new Image(DOTS, DOTS), { src: address });
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: DOTS, height: DOTS });
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.drawImage(image, 0, 0, DOTS, DOTS);
  Object.assign(pen, { globalCompositeOperation: "source-in", fillStyle: ON_BUILT });
  pen.fillRect(0, 0, DOTS, DOTS);
  return canvas;
}

/** Draw cells into a square with this side, centred at x.
 * @type {(pen: Pen, field: Field, cells: string[][], place: DrawingPlace) => void} */
export function drawBoard(pen, field, cells, { x, y, side, font }) {
  const size = side / cells.length;
  const left = x - (size * cells[0].length) / 2;
  pen.save();
  pen.textAlign = "center";
  cells.forEach((row, r) => row.forEach((cell, c) => drawCell(pen, cellLook(field, cell), { x: left + c * size, y: y + r * size, size: size - GAP, font })));
  pen.restore();
}

/** @type {(pen: Pen, look: CellLook, place: {x: number, y: number, size: number, font: string}) => void} */
function drawCell(pen, { letter, shape, colour, symbol, sign }, { x, y, size, font }) {
  drawBox(pen, letter ? BUILT : TILE, x, y, size, size, 12);
  if (letter) write(pen, `700 48px ${font}`, ON_BUILT, letter, x + size / 2, y + size / 2 + 17);
  else if (shape) drawPiece(pen, shape, { colour, symbol }, x + size / 8, y + size / 8, 0.75 * size);
  else write(pen, `600 44px ${font}`, QUIET, sign ?? "", x + size / 2, y + size / 2 + 15);
}

/** @type {(pen: Pen, font: string, colour: string, text: string, x: number, y: number, most?: number) => void} */
export function write(pen, font, colour, text, x, y, most) {
  Object.assign(pen, { font, fillStyle: colour });
  pen.fillText(text, x, y, most);
}

/** @type {(pen: Pen, colour: string, x: number, y: number, width: number, height: number, round?: number) => void} */
export function drawBox(pen, colour, x, y, width, height, round = 0) {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.roundRect(x, y, width, height, round);
  pen.fill();
}

/** @type {(pen: Pen, shape: string, look: CellLook, x: number, y: number, size: number) => void} */
function drawPiece(pen, shape, { colour = "", symbol = "" }, x, y, size) {
  pen.save();
  pen.translate(x, y);
  pen.scale(size / 20, size / 20);
  pen.fillStyle = colour;
  pen.fill(new Path2D(shape));
  pen.restore();
  const white = symbols.get(symbol);
  if (white) pen.drawImage(white, x + 0.18 * size, y + 0.18 * size, 0.64 * size, 0.64 * size);
}
