// Marks that distinguish tables by shape and colour, never by colour alone.
import { draw } from "../../../page/dom.js";

const SHAPES = ["M0-9a9 9 0 1 0 .01 0z", "M-8-8h16v16h-16z", "M0-11l10 18h-20z", "M0-11l11 11l-11 11l-11-11z", "M0 11l10-18h-20z", "M-3-10h6v7h7v6h-7v7h-6v-7h-7v-6h7z"];
const COLOURS = 6;

export const mark = (/** @type {number} */ index, /** @type {{x: number, y: number}} */ { x, y }) =>
  draw("path", { d: SHAPES[index % SHAPES.length], transform: `translate(${x} ${y})`, class: `mark mark-${Math.floor(index + index / SHAPES.length) % COLOURS}` });

/** @type {(x: number, y: number, content: string, attributes?: Record<string, any>) => SVGElement} */
export const text = (x, y, content, attributes = {}) => draw("text", { x, y, ...attributes }, content);

/** @type {(x1: number, y1: number, x2: number, y2: number, kind: string) => SVGElement} */
export const line = (x1, y1, x2, y2, kind) => draw("line", { x1, y1, x2, y2, class: kind });

/** Return a picture with a text alternative.
 * @type {(width: number, height: number, label: string, ...children: (Child | Child[])[]) => SVGSVGElement} */
export const picture = (width, height, label, ...children) =>
  draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label, class: "picture" }, ...children.flat());

/** Cut a text to the available width. @type {(content: string, most: number) => string} */
export const short = (content, most) => (content.length > most ? `${content.slice(0, most - 1)}…` : content);
