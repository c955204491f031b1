// The one set of icons: lines on a grid of 24, in the colour of the text beside them.
import { all, draw } from "./dom.js";

const PATHS = {
  add: "M12 5v14M5 12h14",
  back: "M19 12H5m6-6-6 6 6 6",
  bench: "M4 4h16v5H4zM6 9v11h12V9M10 13h4",
  cake: "M4 20h16v-7H4zM4 16c2 2 3 0 4 0s2 2 4 0 3 2 4 0 2 0 4 0M8 13V8m4 5V8m4 5V8",
  change: "m4 20 1-4L16 5l3 3L8 19zM14 7l3 3",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2",
  columns: "M4 5h16v14H4zM9 5v14M15 5v14",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  delete: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
  down: "M12 5v14m6-6-6 6-6-6",
  fill: "M5 3h14v6H5zM12 12v9m-4-4 4 4 4-4",
  globe: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c3.5 4 3.5 14 0 18M12 3c-3.5 4-3.5 14 0 18",
  in: "M12 15V3M7 8l5-5 5 5M4 16v5h16v-5",
  join: "M14 4h5v16h-5M4 12h11m-4-4 4 4-4 4",
  out: "M12 3v12m-5-5 5 5 5-5M4 16v5h16v-5",
  people: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-4 2.5-6 6-6s6 2 6 6M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5c2 .8 3 2.6 3 5.5",
  print: "M7 8V3h10v5M7 17H4V8h16v9h-3M7 14h10v7H7z",
  redo: "m15 14 5-5-5-5M20 9H9.5a5.5 5.5 0 0 0 0 11H13",
  rules: "M12 6C10 4.5 7 4 4 4v14c3 0 6 .5 8 2 2-1.5 5-2 8-2V4c-3 0-6 .5-8 2zm0 0v14",
  score: "M9 3h6v4H9zM9 5H5v16h14V5h-4M9 14l2 2 4-4",
  turn: "M20 12a8 8 0 1 1-2.3-5.7M20 3v4h-4",
  undo: "M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 0 11H11",
  up: "M12 19V5m-6 6 6-6 6 6",
};

/** @typedef {keyof typeof PATHS} IconName */

/** @type {(name: IconName) => SVGSVGElement} */
export const icon = (name) => draw("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, draw("path", { d: PATHS[name] }));

/** Puts the icons where the page names them. */
export function putIcons() {
  for (const node of all("[data-icon]")) node.prepend(icon(/** @type {IconName} */ (node.dataset.icon)));
}
