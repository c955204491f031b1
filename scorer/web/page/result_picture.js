// The result as a picture to share: who won, every side with its total, and the board if there is one.
import { drawBox, loadSymbols, write } from "./board/cells.js";
import { resultViews } from "./kinds/index.js";
import { joinNames, lang, number, say } from "./page.js";
import { namesOnSide } from "./people.js";

const WIDTH = 1080;
const EDGE = 72;
const ROW = 124;
const SANS = "system-ui, 'Segoe UI', 'Noto Sans', Roboto, sans-serif";
const SERIF = "'Iowan Old Style', 'Palatino Linotype', Palatino, 'URW Palladio L', Georgia, serif";
const [PAPER, WHITE, INK, QUIET] = ["#f6f0e4", "#fffdf8", "#24211b", "#635b4d"];
const BOARD = 520;
const LINE = 40;
const KEY = 42;

/** @param {ResultTable} table @returns {Promise<Blob | null>} */
export async function picture(table) {
  const { result } = table.record;
  await loadSymbols(table.form);
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: 10 });
  const pen = /** @type {Pen} */ (canvas.getContext("2d"));
  pen.font = `600 44px ${SANS}`;
  const reason = lines(pen, result.reason, WIDTH - 2 * EDGE);
  const boards = resultViews(table);
  const blocks = result.sides.map((side) => block(pen, table, side));
  const tall = 200 + reason.length * 58 + 40 + blocks.reduce((sum, one) => sum + one.height, 0);
  const keys = boards.map((board) => board.key());
  canvas.height = tall + boards.length * (BOARD + 40) + keys.flat().length * KEY + 90;
  ground(pen, table, canvas.height);
  reason.forEach((line, index) => write(pen, `600 44px ${SANS}`, INK, line, EDGE, 210 + index * 58));
  let y = 220 + reason.length * 58;
  result.sides.forEach((side, index) => {
    row(pen, table, side, y);
    blocks[index].lines.forEach((line, number) => write(pen, line.font, line.colour, line.text, EDGE + 36, y + ROW + 14 + number * LINE, WIDTH - 2 * EDGE - 72));
    y += blocks[index].height;
  });
  boards.forEach((board, index) => {
    board.draw(pen, { x: WIDTH / 2, y: y + 20, side: BOARD, font: SANS });
    keys[index].forEach((text, number) => write(pen, `400 28px ${SANS}`, QUIET, text, EDGE, y + BOARD + 60 + number * KEY, WIDTH - 2 * EDGE));
    y += BOARD + 40 + keys[index].length * KEY;
  });
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

// The text below a side: its people, and every line with its reason.
function block(/** @type {Pen} */ pen, /** @type {ResultTable} */ table, /** @type {Side} */ side) {
  const names = joinNames(namesOnSide(table.form, table.answers(), table.record.result.sides, side));
  const texts = side.lines.map((line) => `${line.points > 0 ? "+" : ""}${line.points}  ${table.form.rules[line.rule] ?? line.rule}: ${line.why}`);
  pen.font = `400 28px ${SANS}`;
  const wrapped = texts.flatMap((text) => lines(pen, text, WIDTH - 2 * EDGE - 72)).map((text) => ({ text, font: `400 28px ${SANS}`, colour: QUIET }));
  const rows = [...(names ? [{ text: names, font: `600 32px ${SANS}`, colour: INK }] : []), ...wrapped];
  return { lines: rows, height: ROW + rows.length * LINE + 14 };
}

function ground(/** @type {Pen} */ pen, /** @type {ResultTable} */ table, /** @type {number} */ height) {
  const accent = table.form.accent || INK;
  drawBox(pen, PAPER, 0, 0, WIDTH, height);
  drawBox(pen, accent, 0, 0, WIDTH, 18);
  write(pen, `700 64px ${SERIF}`, accent, table.form.title, EDGE, 122, WIDTH - 2 * EDGE);
  const day = new Date(table.began()).toLocaleDateString(lang, { dateStyle: "long" });
  write(pen, `400 30px ${SANS}`, QUIET, `${day} · Ecotable`, EDGE, height - 40);
}

/** @type {(pen: Pen, table: ResultTable, side: Side, y: number) => void} */
function row(pen, table, side, y) {
  const accent = table.form.accent || INK;
  const first = table.record.result.winners.includes(side.name);
  drawBox(pen, first ? accent : WHITE, EDGE, y, WIDTH - 2 * EDGE, ROW - 20, 22);
  write(pen, `${first ? 700 : 500} 44px ${SANS}`, first ? "#ffffff" : INK, side.name, EDGE + 36, y + 67, WIDTH - 480);
  pen.textAlign = "right";
  write(pen, `700 60px ${SERIF}`, first ? "#ffffff" : INK, number(side.total), WIDTH - EDGE - 36, y + 73);
  const won = first && table.record.result.outcome === "ranked" ? say("winner") : "";
  write(pen, `500 30px ${SANS}`, "#ffffff", won, WIDTH - EDGE - 170, y + 64);
  pen.textAlign = "left";
}

function lines(/** @type {Pen} */ pen, /** @type {string} */ text, /** @type {number} */ width) {
  const wrapped = [""];
  for (const word of text.split(" ")) {
    const longer = wrapped.at(-1) ? `${wrapped.at(-1)} ${word}` : word;
    if (pen.measureText(longer).width > width && wrapped.at(-1)) wrapped.push(word);
    else wrapped[wrapped.length - 1] = longer;
  }
  return wrapped;
}
