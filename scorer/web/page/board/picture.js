// Draw a board as a square on a canvas.
import { cellLook } from "./cells.js";

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
  pen.fillStyle = letter ? BUILT : TILE;
  pen.beginPath();
  pen.roundRect(x, y, size, size, 12);
  pen.fill();
  if (letter) write(pen, `700 48px ${font}`, ON_BUILT, letter, x + size / 2, y + size / 2 + 17);
  else if (shape) drawPiece(pen, shape, { colour, symbol }, x + size / 8, y + size / 8, 0.75 * size);
  else write(pen, `600 44px ${font}`, QUIET, sign ?? "", x + size / 2, y + size / 2 + 15);
}

/** @type {(pen: Pen, font: string, colour: string, text: string, x: number, y: number) => void} */
function write(pen, font, colour, text, x, y) {
  Object.assign(pen, { font, fillStyle: colour });
  pen.fillText(text, x, y);
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
