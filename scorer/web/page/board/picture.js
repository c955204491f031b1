// A board on a canvas, as high as wide.
import { cellLook } from "./cells.js";

const [TILE, BUILT, ON_BUILT, QUIET] = ["#dbe3cf", "#3c4549", "#ffffff", "#635b4d"];
const GAP = 8;

/** Draws cells into a square of this side, centred at x.
 * @param {CanvasRenderingContext2D} pen
 * @param {Field} field
 * @param {string[][]} cells
 * @param {DrawingPlace} place */
export function drawBoard(pen, field, cells, { x, y, side, font }) {
  const size = side / cells.length;
  const left = x - (size * cells[0].length) / 2;
  pen.save();
  pen.textAlign = "center";
  cells.forEach((row, r) => row.forEach((cell, c) => drawCell(pen, cellLook(field, cell), { x: left + c * size, y: y + r * size, size: size - GAP, font })));
  pen.restore();
}

/** @param {CanvasRenderingContext2D} pen
 * @param {CellLook} look
 * @param {{x: number, y: number, size: number, font: string}} place */
function drawCell(pen, { letter, shape, colour, sign }, { x, y, size, font }) {
  pen.fillStyle = letter ? BUILT : TILE;
  pen.beginPath();
  pen.roundRect(x, y, size, size, 12);
  pen.fill();
  if (letter) write(pen, `700 48px ${font}`, ON_BUILT, letter, x + size / 2, y + size / 2 + 17);
  else if (shape) drawShape(pen, shape, colour, x + size / 4, y + size / 4, size / 2);
  else write(pen, `600 44px ${font}`, QUIET, sign, x + size / 2, y + size / 2 + 15);
}

function write(pen, font, colour, text, x, y) {
  Object.assign(pen, { font, fillStyle: colour });
  pen.fillText(text, x, y);
}

function drawShape(pen, shape, colour, x, y, size) {
  pen.save();
  pen.translate(x, y);
  pen.scale(size / 20, size / 20);
  pen.fillStyle = colour;
  pen.fill(new Path2D(shape));
  pen.restore();
}
