// What a page of the app showed last: on the next visit it is there at once, grey and without effect, until the
// page is ready. Only plain data is stored: names of elements, a few attributes, texts and small pictures.
import { delivery } from "./delivery.js";
import { readRecord, remember } from "./local_storage.js";
import { $, all, lang, make } from "./page.js";

/** @typedef {{tag: string, style: string, attributes: [name: string, value: string][], children: (Still | string)[]}} Still */
/** @typedef {"print" | "cards" | "texts"} PageName */

const keyOf = (/** @type {PageName} */ page) => `last-view.${page}`;
const TAGS = "b blockquote button dd details div dl dt h2 h3 i img input label li ol option p section select small span strong summary textarea ul".split(" ");
const ATTRIBUTES = ["aria-current", "aria-pressed", "aria-selected", "class", "lang", "type", "value"];
const STYLE = /^[\w\s:;.%/-]*$/; // no functions: they could fetch something
const PICTURE = /^data:image\/(?:png|webp);base64,[\w+/=]+$/;

/** @type {(node: Node) => (Still | string)[]} */
function stillOf(node) {
  if (node instanceof Text) return [node.data];
  return node instanceof HTMLElement && isSeen(node) ? [recordOf(node)] : [];
}

/** @type {(node: HTMLElement) => Still} */
function recordOf(node) {
  const attributes = ATTRIBUTES.map((name) => /** @type {[string, string]} */ ([name, node.getAttribute(name) ?? ""]));
  if (node instanceof HTMLImageElement) attributes.push(["src", pictureOf(node)]);
  const children = node instanceof HTMLTextAreaElement ? [node.value] : [...node.childNodes].flatMap(stillOf);
  return { tag: node.localName, style: node.style.cssText, attributes: attributes.filter(([, value]) => value), children };
}

function isSeen(/** @type {HTMLElement} */ node) {
  if (node instanceof HTMLOptionElement) return node.selected;
  const { top, bottom, width } = node.getBoundingClientRect();
  return width > 0 && bottom > 0 && top < innerHeight;
}

function pictureOf(/** @type {HTMLImageElement} */ picture) {
  const { clientWidth: width, clientHeight: height } = picture;
  const canvas = make("canvas", { width, height });
  try {
    canvas.getContext("2d")?.drawImage(picture, 0, 0, width, height);
    return canvas.toDataURL("image/webp", 0.7);
  } catch {
    return ""; // it is not loaded
  }
}

const setStyle = (/** @type {HTMLElement} */ { style }, /** @type {string} */ text) => STYLE.test(text) && (style.cssText = text);

/** Whatever is stored, this makes nothing that runs, leads elsewhere or is fetched. @type {(still: Still | string) => Node} */
function nodeOf(still) {
  if (typeof still === "string") return document.createTextNode(still);
  const node = document.createElement(TAGS.includes(still.tag) ? still.tag : "span");
  for (const [name, value] of still.attributes) if (ATTRIBUTES.includes(name) || (name === "src" && PICTURE.test(value))) node.setAttribute(name, value);
  setStyle(node, still.style);
  node.append(...still.children.map(nodeOf));
  return node;
}

/** What the address asks for, in the language of the page. */
const address = () => ({ ...Object.fromEntries(new URLSearchParams(location.search)), words: lang });

function noteView(/** @type {PageName} */ page, /** @type {HTMLElement[]} */ places) {
  const stills = Object.fromEntries(places.map((place) => [place.id, recordOf(place)]));
  remember(keyOf(page), JSON.stringify({ address: address(), stills }));
}

/** @type {(page: PageName, places: HTMLElement[]) => void} */
function fill(page, places) {
  const last = readRecord(keyOf(page));
  if (!last || Object.entries(address()).some(([name, value]) => last.address[name] !== value)) return;
  for (const place of places.filter(({ id }) => last.stills[id])) {
    const { style, children } = last.stills[place.id];
    place.replaceChildren(...children.map(nodeOf));
    setStyle(place, style);
  }
}

/** Show places of a page as they were until the returned function is called: the page is ready then. What
 * matches `tools` cannot be used before. @type {(page: PageName, ids: string[], tools: string) => () => void} */
export function showLastView(page, ids, tools) {
  if (delivery.kind !== "published") return () => undefined;
  const places = ids.map((id) => $(/** @type {"main"} */ (id)));
  const before = places.map((place) => [...place.childNodes]);
  const setIdle = (/** @type {boolean} */ idle) => all(tools).forEach((node) => (node.inert = idle));
  try {
    fill(page, places);
  } catch {
    // Another version of the site stored it.
  }
  setIdle(true);
  return () => {
    places.forEach((place, at) => place.replaceChildren(...before[at]));
    setIdle(false);
    addEventListener("pagehide", () => noteView(page, places));
    document.addEventListener("visibilitychange", () => document.hidden && noteView(page, places)); // phones end pages then
  };
}

/** A game was deleted. @param {string} game */
export function forgetGame(game) {
  for (const page of /** @type {PageName[]} */ (["print", "cards", "texts"])) if (readRecord(keyOf(page))?.address?.game === game) remember(keyOf(page), "null");
}
