// The result as a picture to send round: who won, every side with its total, the board if there is one.
import { SHAPES } from "./board.js";
import { cellsOf } from "./path.js";
import { lang } from "./language.js";
import { say } from "./words.js";

const WIDTH = 1080;
const EDGE = 72;
const ROW = 124;
const SANS = "system-ui, 'Segoe UI', 'Noto Sans', Roboto, sans-serif";
const SERIF = "'Iowan Old Style', 'Palatino Linotype', Palatino, 'URW Palladio L', Georgia, serif";
const [PAPER, WHITE, INK, QUIET, TILE, BUILT] = ["#f6f0e4", "#fffdf8", "#24211b", "#635b4d", "#dbe3cf", "#3c4549"];

export async function picture(table) {
  const { result } = table.record;
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: 10 });
  const reason = lines(pencil(canvas, `600 44px ${SANS}`), result.reason, WIDTH - 2 * EDGE);
  const field = table.form.fields.find((one) => one.kind === "board");
  const tall = 200 + reason.length * 58 + 40 + result.sides.length * ROW;
  canvas.height = tall + (field ? 560 : 0) + 90;
  const pen = canvas.getContext("2d");
  ground(pen, table, canvas.height);
  reason.forEach((line, index) => write(pen, `600 44px ${SANS}`, INK, line, EDGE, 210 + index * 58));
  result.sides.forEach((side, index) => row(pen, table, side, 200 + reason.length * 58 + 20 + index * ROW));
  if (field) board(pen, table, field, tall + 20);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

function pencil(canvas, font) {
  return Object.assign(canvas.getContext("2d"), { font });
}

function write(pen, font, colour, text, x, y, most = undefined) {
  Object.assign(pen, { font, fillStyle: colour });
  pen.fillText(text, x, y, most);
}

function box(pen, colour, x, y, width, height, round = 0) {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.roundRect(x, y, width, height, round);
  pen.fill();
}

function ground(pen, table, height) {
  const accent = table.form.accent || INK;
  box(pen, PAPER, 0, 0, WIDTH, height);
  box(pen, accent, 0, 0, WIDTH, 18);
  write(pen, `700 64px ${SERIF}`, accent, table.form.title, EDGE, 122, WIDTH - 2 * EDGE);
  const day = new Date().toLocaleDateString(lang, { dateStyle: "long" });
  write(pen, `400 30px ${SANS}`, QUIET, `${day} · Ecotable`, EDGE, height - 40);
}

function row(pen, table, side, y) {
  const accent = table.form.accent || INK;
  const first = table.record.result.winners.includes(side.name);
  box(pen, first ? accent : WHITE, EDGE, y, WIDTH - 2 * EDGE, ROW - 20, 22);
  write(pen, `${first ? 700 : 500} 44px ${SANS}`, first ? "#ffffff" : INK, side.name, EDGE + 36, y + 67, WIDTH - 480);
  pen.textAlign = "right";
  write(pen, `700 60px ${SERIF}`, first ? "#ffffff" : INK, String(side.total), WIDTH - EDGE - 36, y + 73);
  const won = first && table.record.result.outcome === "ranked" ? say("winner") : "";
  write(pen, `500 30px ${SANS}`, "#ffffff", won, WIDTH - EDGE - 170, y + 64);
  pen.textAlign = "left";
}

function board(pen, table, field, top) {
  const cells = cellsOf(table.answers()[field.key]);
  const size = 520 / cells.length;
  const left = (WIDTH - size * cells[0].length) / 2;
  pen.textAlign = "center";
  cells.forEach((line, r) => line.forEach((cell, c) => square(pen, field, cell, left + c * size, top + r * size, size - 8)));
  pen.textAlign = "left";
}

function square(pen, field, cell, x, y, size) {
  const built = /^[A-Z]$/.test(cell);
  const colour = field.choices.find((choice) => choice.value === cell)?.colour;
  box(pen, built ? BUILT : TILE, x, y, size, size, 12);
  if (built) write(pen, `700 48px ${SANS}`, "#ffffff", cell, x + size / 2, y + size / 2 + 17);
  else if (colour) thing(pen, field, cell, colour, x + size / 4, y + size / 4, size / 2);
  else if (cell !== field.default) write(pen, `600 44px ${SANS}`, QUIET, cell === "-" ? "×" : cell, x + size / 2, y + size / 2 + 15);
}

// The same shapes as on the page: never colour alone.
function thing(pen, field, cell, colour, x, y, size) {
  const index = field.choices.findIndex((choice) => choice.value === cell);
  pen.save();
  pen.translate(x, y);
  pen.scale(size / 20, size / 20);
  pen.fillStyle = colour;
  pen.fill(new Path2D(SHAPES[index % SHAPES.length]));
  pen.restore();
}

function lines(pen, text, width) {
  const found = [""];
  for (const word of text.split(" ")) {
    const longer = found.at(-1) ? `${found.at(-1)} ${word}` : word;
    if (pen.measureText(longer).width > width && found.at(-1)) found.push(word);
    else found[found.length - 1] = longer;
  }
  return found;
}
