// Small makers. Every text is set as text, never as markup.

export const $ = (id) => document.getElementById(id);

// make("button", {class: "plain", onclick: f, "aria-label": "…"}, "text", node, …)
export function make(tag, given = {}, ...children) {
  return fill(document.createElement(tag), given, children);
}

export function drawn(tag, given = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), given, children);
}

function fill(node, given, children) {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return node;
}

export function button(text, onclick, given = {}) {
  return make("button", { type: "button", onclick, ...given }, text);
}

// Light or dark ink on a colour, whichever reads better.
export function inkOn(colour) {
  const parts = /^#(..)(..)(..)$/.exec(colour);
  if (!parts) return "";
  const [r, g, b] = parts.slice(1).map((part) => {
    const value = parseInt(part, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? "#1c1a16" : "#ffffff";
}

let telling = 0;

// One polite sentence for everyone who listens; the newest one counts.
export function tell(text, delay = 600) {
  clearTimeout(telling);
  telling = setTimeout(() => ($("live").textContent = text), delay);
}

let toasting = 0;

// A sentence to be seen and heard, with something to do about it, if there is.
export function toast(text, action = null) {
  const place = $("toast");
  place.replaceChildren(make("p", {}, text), action ?? "");
  place.hidden = false;
  tell(text, 0);
  clearTimeout(toasting);
  toasting = setTimeout(() => (place.hidden = true), action ? 10000 : 5000);
}
