// A QR code as a picture; null if the text is too long.
import { drawn } from "./dom.js";
import { qrPath } from "./qr.js";

/** @type {(text: string, given: Record<string, any>) => SVGSVGElement | null} */
export function qrPicture(text, given) {
  const found = qrPath(text);
  if (!found) return null;
  const box = `0 0 ${found.side} ${found.side}`;
  return drawn("svg", { viewBox: box, class: "qr", role: "img", ...given }, drawn("rect", { width: found.side, height: found.side, fill: "#fff" }), drawn("path", { d: found.path, fill: "#000", "shape-rendering": "crispEdges" }));
}
