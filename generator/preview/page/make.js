// Small makers. Every text from data is set as text, never as markup.

export const $ = (id) => document.getElementById(id);

export function make(tag, className = "", text = "") {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text) node.textContent = text;
  return node;
}

export function button(className, text, onclick) {
  const node = make("button", className, text);
  node.type = "button";
  node.addEventListener("click", onclick);
  return node;
}

export function drawn(tag, attributes) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

// An id that may break after each word.
export function breakable(tag, className, id) {
  const node = make(tag, className);
  for (const part of id.split(/(?<=_)/)) node.append(part, make("wbr"));
  return node;
}

export const counted = (n, one, many) => `${n} ${n === 1 ? one : many}`;
export const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
