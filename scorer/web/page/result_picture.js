// The result as a picture to send round: who won, every side with its total, the board if there is one.
import { resultViews } from "./kinds/index.js";
import { lang } from "./language.js";
import { say } from "./words.js";

const WIDTH = 1080;
const EDGE = 72;
const ROW = 124;
const SANS = "system-ui, 'Segoe UI', 'Noto Sans', Roboto, sans-serif";
const SERIF = "'Iowan Old Style', 'Palatino Linotype', Palatino, 'URW Palladio L', Georgia, serif";
const [PAPER, WHITE, INK, QUIET] = ["#f6f0e4", "#fffdf8", "#24211b", "#635b4d"];
const BOARD = 520;

export async function picture(table) {
  const { result } = table.record;
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: 10 });
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.font = `600 44px ${SANS}`;
  const reason = lines(pen, result.reason, WIDTH - 2 * EDGE);
  const boards = resultViews(table);
  const tall = 200 + reason.length * 58 + 40 + result.sides.length * ROW;
  canvas.height = tall + boards.length * (BOARD + 40) + 90;
  ground(pen, table, canvas.height);
  reason.forEach((line, index) => write(pen, `600 44px ${SANS}`, INK, line, EDGE, 210 + index * 58));
  result.sides.forEach((side, index) => row(pen, table, side, 200 + reason.length * 58 + 20 + index * ROW));
  boards.forEach((board, index) => board.draw(pen, { x: WIDTH / 2, y: tall + 20 + index * (BOARD + 40), side: BOARD, font: SANS }));
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** @type {(pen: CanvasRenderingContext2D, font: string, colour: string, text: string, x: number, y: number, most?: number) => void} */
function write(pen, font, colour, text, x, y, most) {
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
  const day = new Date(table.began()).toLocaleDateString(lang, { dateStyle: "long" });
  write(pen, `400 30px ${SANS}`, QUIET, `${day} · Ecotable`, EDGE, height - 40);
}

/** @type {(pen: CanvasRenderingContext2D, table: any, side: Side, y: number) => void} */
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

function lines(pen, text, width) {
  const found = [""];
  for (const word of text.split(" ")) {
    const longer = found.at(-1) ? `${found.at(-1)} ${word}` : word;
    if (pen.measureText(longer).width > width && found.at(-1)) found.push(word);
    else found[found.length - 1] = longer;
  }
  return found;
}
