// A result to take away: the state as JSON, the lines as CSV, a link for BG Stats, a picture.
import { say } from "./words.js";

export function save(name, content, kind) {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type: kind }));
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

export const fileName = (table, ending) => `${table.form.slug}-${new Date().toISOString().slice(0, 10)}.${ending}`;

export const asJson = (table) => `${JSON.stringify(table.record.state, null, 2)}\n`;

// A text that a spreadsheet would take for a formula gets a quote before it.
function cell(value) {
  const text = String(value);
  const safe = /^[=+@\t\r]|^-\D/.test(text) ? `'${text}` : text;
  return /[",\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function asCsv(table) {
  const { sides, extras } = table.record.result;
  const rows = [...sides, ...extras].flatMap((side) =>
    side.lines.map((line) => [side.name, side.place ?? "", table.form.rules[line.rule] ?? line.rule, line.points, line.why]),
  );
  const head = ["csv_side", "csv_place", "csv_rule", "csv_points", "csv_why"].map((key) => say(key));
  return `\ufeff${[head, ...rows].map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

// ---- BG Stats ------------------------------------------------------------------------------

const TOGETHER = ["won", "lost", "ongoing"];

export function play(table) {
  const { result, state } = table.record;
  const together = TOGETHER.includes(result.outcome);
  const stamp = new Date(Date.now() - new Date().getTimezoneOffset() * 60000).toISOString();
  return {
    sourceName: "Ecotable",
    sourcePlayId: table.id || table.form.slug,
    playDate: stamp.slice(0, 19).replace("T", " "),
    game: { name: table.form.title, sourceGameId: table.form.slug, highestWins: true, noPoints: together },
    players: players(table, result, state, together),
  };
}

function players(table, result, state, together) {
  const names = (table.answers().players ?? []).map((player) => player.name);
  const team = (name) => Object.entries(state.teams ?? {}).find(([, members]) => members.includes(name))?.[0];
  const people = names.length ? names : result.sides.map((side) => side.name);
  return people.map((name) => {
    const side = result.sides.find((one) => one.name === (team(name) ?? name)) ?? result.sides[0];
    const winner = together ? result.outcome === "won" : result.winners.includes(side.name);
    const role = team(name) ?? table.answers().players?.find((one) => one.name === name)?.role ?? "";
    return { name, startPlayer: false, winner, score: together ? "" : String(side.total), rank: together ? 0 : side.place, role };
  });
}

export const bgStats = (table) => `https://app.bgstatsapp.com/createPlay.html?data=${encodeURIComponent(JSON.stringify(play(table)))}`;

// ---- a picture -----------------------------------------------------------------------------

const WIDTH = 1080;
const SANS = "system-ui, 'Segoe UI', 'Noto Sans', Roboto, sans-serif";
const SERIF = "'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, serif";

export async function picture(table) {
  const { result } = table.record;
  const height = 420 + result.sides.length * 130;
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height });
  const pen = canvas.getContext("2d");
  const accent = table.form.accent || "#35302a";
  pen.fillStyle = "#f8f3e8";
  pen.fillRect(0, 0, WIDTH, height);
  pen.fillStyle = accent;
  pen.fillRect(0, 0, WIDTH, 18);
  pen.font = `600 40px ${SANS}`;
  pen.fillText(table.form.title, 72, 104);
  pen.fillStyle = "#221f1a";
  pen.font = `700 60px ${SERIF}`;
  const below = wrapped(pen, result.reason, 72, 190, WIDTH - 144, 70);
  result.sides.forEach((side, index) => {
    const y = below + 40 + index * 130;
    pen.fillStyle = "#ffffff";
    pen.fillRect(72, y, WIDTH - 144, 108);
    pen.fillStyle = accent;
    pen.fillRect(72, y, 10, 108);
    pen.fillStyle = "#221f1a";
    pen.font = `500 44px ${SANS}`;
    pen.fillText(side.name, 112, y + 70, WIDTH - 420);
    pen.font = `700 64px ${SERIF}`;
    pen.textAlign = "right";
    pen.fillText(String(side.total), WIDTH - 104, y + 76);
    pen.textAlign = "left";
  });
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

function wrapped(pen, text, x, y, width, step) {
  let line = "";
  let at = y;
  for (const word of text.split(" ")) {
    const longer = line ? `${line} ${word}` : word;
    if (pen.measureText(longer).width > width && line) {
      pen.fillText(line, x, at);
      at += step;
      line = word;
    } else line = longer;
  }
  pen.fillText(line, x, at);
  return at;
}
