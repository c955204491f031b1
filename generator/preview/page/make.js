// Small makers. Every text from data is set as text, never as markup.

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

// An id that may break after each word.
export function breakable(tag, className, id) {
  const node = make(tag, className);
  for (const part of id.split(/(?<=_)/)) node.append(part, make("wbr"));
  return node;
}

export const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
