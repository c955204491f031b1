// QR codes: bytes in, rows of booleans out. Byte mode, error correction M if the data fits into
// version 20 or lower, else L. See ISO/IEC 18004.
import { draw } from "./page.js";

const CORRECTION = {
  L: { bits: 1, each: [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28], blocks: [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8] },
  M: { bits: 0, each: [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26], blocks: [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16] },
};
const VERSIONS = 20;
/** @typedef {keyof typeof CORRECTION} Level @typedef {boolean[][]} Square rows of modules */

/** @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Return the rows of the code, or null if the text is too long. @param {string} text */
export function qr(text) {
  const bytes = new TextEncoder().encode(text);
  for (const level of /** @type {const} */ (["M", "L"])) {
    for (let version = 1; version <= VERSIONS; version++) {
      if (bytes.length <= room(version, level)) return best(version, level, codewords(bytes, version, level));
    }
  }
  return null;
}

const lengthBits = (/** @type {number} */ version) => (version < 10 ? 8 : 16);

function rawBits(/** @type {number} */ version) {
  let bits = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const marks = Math.floor(version / 7) + 2;
    bits -= (25 * marks - 10) * marks - 55;
    if (version >= 7) bits -= 36;
  }
  return bits;
}

function dataBytes(/** @type {number} */ version, /** @type {Level} */ level) {
  const { each, blocks } = CORRECTION[level];
  return Math.floor(rawBits(version) / 8) - each[version - 1] * blocks[version - 1];
}

const room = (/** @type {number} */ version, /** @type {Level} */ level) => dataBytes(version, level) - Math.ceil((4 + lengthBits(version)) / 8);

function codewords(/** @type {Uint8Array} */ bytes, /** @type {number} */ version, /** @type {Level} */ level) {
  const bits = /** @type {number[]} */ ([]);
  const push = (/** @type {number} */ value, /** @type {number} */ length) => {
    for (let at = length - 1; at >= 0; at--) bits.push((value >>> at) & 1);
  };
  push(4, 4);
  push(bytes.length, lengthBits(version));
  bytes.forEach((byte) => push(byte, 8));
  const capacity = dataBytes(version, level) * 8;
  push(0, Math.min(4, capacity - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < capacity; pad ^= 0xec ^ 0x11) push(pad, 8);
  const data = [];
  for (let at = 0; at < bits.length; at += 8) data.push(parseInt(bits.slice(at, at + 8).join(""), 2));
  return interleave(data, version, level);
}

function interleave(/** @type {number[]} */ data, /** @type {number} */ version, /** @type {Level} */ level) {
  const count = CORRECTION[level].blocks[version - 1];
  const each = CORRECTION[level].each[version - 1];
  const whole = Math.floor(rawBits(version) / 8);
  const short = count - (whole % count);
  const length = Math.floor(whole / count) - each;
  const divisor = generator(each);
  const blocks = [];
  for (let index = 0, at = 0; index < count; index++) {
    const size = length + (index < short ? 0 : 1);
    const part = data.slice(at, at + size);
    blocks.push({ part, check: remainder(part, divisor) });
    at += size;
  }
  const mixed = /** @type {number[]} */ ([]);
  for (let at = 0; at <= length; at++) blocks.forEach(({ part }) => at < part.length && mixed.push(part[at]));
  for (let at = 0; at < each; at++) blocks.forEach(({ check }) => mixed.push(check[at]));
  return mixed;
}

function times(/** @type {number} */ x, /** @type {number} */ y) {
  let z = 0;
  for (let bit = 7; bit >= 0; bit--) {
    z = (z << 1) ^ ((z >>> 7) * 0x11d);
    z ^= ((y >>> bit) & 1) * x;
  }
  return z;
}

/** @param {number} degree @returns {number[]} */
function generator(degree) {
  const terms = Array(degree).fill(0);
  terms[degree - 1] = 1;
  let root = 1;
  for (let turn = 0; turn < degree; turn++) {
    for (let at = 0; at < degree; at++) {
      terms[at] = times(terms[at], root);
      if (at + 1 < degree) terms[at] ^= terms[at + 1];
    }
    root = times(root, 2);
  }
  return terms;
}

function remainder(/** @type {number[]} */ data, /** @type {number[]} */ divisor) {
  const left = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ Number(left.shift());
    left.push(0);
    divisor.forEach((part, at) => (left[at] ^= times(part, factor)));
  }
  return left;
}

function best(/** @type {number} */ version, /** @type {Level} */ level, /** @type {number[]} */ words) {
  const base = patterns(version);
  const codes = MASKS.map((mask, number) => {
    const rows = base.dark.map((row) => [...row]);
    place(rows, base.fixed, words, mask);
    formatBits(rows, CORRECTION[level].bits, number);
    return rows;
  });
  const costs = codes.map(cost);
  return codes[costs.indexOf(Math.min(...costs))];
}

function patterns(/** @type {number} */ version) {
  const size = version * 4 + 17;
  /** @type {Square} */
  const dark = Array.from({ length: size }, () => Array(size).fill(false));
  /** @type {Square} */
  const fixed = dark.map((row) => [...row]);
  const set = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ value) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    dark[y][x] = value;
    fixed[y][x] = true;
  };
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  const rings = (/** @type {number[]} */ [x, y], /** @type {number} */ reach, /** @type {number[]} */ light) => {
    for (let dy = -reach; dy <= reach; dy++) {
      for (let dx = -reach; dx <= reach; dx++) set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
    }
  };
  const corners = [[3, 3], [size - 4, 3], [3, size - 4]];
  corners.forEach((corner) => rings(corner, 4, [2, 4]));
  const marks = alignment(version, size);
  const isFree = (/** @type {number[]} */ [x, y]) => corners.every(([cx, cy]) => Math.max(Math.abs(x - cx), Math.abs(y - cy)) > 4);
  marks.flatMap((x) => marks.map((y) => [x, y])).filter(isFree).forEach((place) => rings(place, 2, [1]));
  for (let at = 0; at < 9; at++) {
    fixed[8][at] = fixed[at][8] = true;
    if (at < 8) fixed[8][size - 1 - at] = fixed[size - 1 - at][8] = true;
  }
  if (version >= 7) versionBits(version, size, set);
  return { dark, fixed };
}

function alignment(/** @type {number} */ version, /** @type {number} */ size) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  const places = [6];
  for (let at = size - 7; places.length < count; at -= step) places.splice(1, 0, at);
  return places;
}

/** @param {number} version @param {number} size @param {(x: number, y: number, value: boolean) => void} set */
function versionBits(version, size, set) {
  let rest = version;
  for (let turn = 0; turn < 12; turn++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let at = 0; at < 18; at++) {
    const value = ((bits >>> at) & 1) === 1;
    const [near, far] = [Math.floor(at / 3), size - 11 + (at % 3)];
    set(far, near, value);
    set(near, far, value);
  }
}

function formatBits(/** @type {Square} */ rows, /** @type {number} */ level, /** @type {number} */ mask) {
  const size = rows.length;
  const data = (level << 3) | mask;
  let rest = data;
  for (let turn = 0; turn < 10; turn++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
  const bits = ((data << 10) | rest) ^ 0x5412;
  const bit = (/** @type {number} */ at) => ((bits >>> at) & 1) === 1;
  for (let at = 0; at <= 5; at++) rows[at][8] = bit(at);
  rows[7][8] = bit(6);
  rows[8][8] = bit(7);
  rows[8][7] = bit(8);
  for (let at = 9; at < 15; at++) rows[8][14 - at] = bit(at);
  for (let at = 0; at < 8; at++) rows[8][size - 1 - at] = bit(at);
  for (let at = 8; at < 15; at++) rows[size - 15 + at][8] = bit(at);
  rows[size - 8][8] = true;
}

/** @type {(rows: Square, fixed: Square, words: number[], mask: (x: number, y: number) => boolean) => void} */
function place(rows, fixed, words, mask) {
  const size = rows.length;
  let at = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (fixed[y][x]) continue;
        const bit = at < words.length * 8 && ((words[at >>> 3] >>> (7 - (at & 7))) & 1) === 1;
        rows[y][x] = bit !== mask(x, y);
        at++;
      }
    }
  }
}

/** The penalty of a code: long runs, blocks, patterns like the corner marks, uneven ink. @param {Square} rows */
function cost(rows) {
  const size = rows.length;
  const lines = [...rows, ...rows.map((_, x) => rows.map((row) => row[x]))];
  let sum = 0;
  let dark = 0;
  for (const line of lines) {
    const text = line.map((one) => (one ? "1" : "0")).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    for (let at = 0; at + 11 <= size; at++) {
      const part = text.slice(at, at + 11);
      if (part === "10111010000" || part === "00001011101") sum += 40;
    }
  }
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      dark += Number(rows[y][x]);
      if (x && y && rows[y][x] === rows[y][x - 1] && rows[y][x] === rows[y - 1][x] && rows[y][x] === rows[y - 1][x - 1]) sum += 3;
    }
  }
  return sum + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}

/** A QR code as a picture with its quiet zone; null if the text is too long. */
export function qrPicture(/** @type {string} */ text, /** @type {Record<string, any>} */ attributes) {
  const rows = qr(text);
  if (!rows) return null;
  const side = rows.length + 8;
  const dark = rows.flatMap((row, y) => row.flatMap((one, x) => (one ? `M${x + 4} ${y + 4}h1v1h-1z` : [])));
  const ground = draw("rect", { width: side, height: side, fill: "#fff" });
  const modules = draw("path", { d: dark.join(""), fill: "#000", "shape-rendering": "crispEdges" });
  return draw("svg", { viewBox: `0 0 ${side} ${side}`, class: "qr", role: "img", ...attributes }, ground, modules);
}
