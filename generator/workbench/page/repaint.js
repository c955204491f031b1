// Paint a part of the page again; what had the focus has it afterwards.
import { $ } from "../../../scorer/web/page/dom.js";

/** The element with the same id keeps the focus; `paint` may move elements. @type {(place: Element, paint: () => void) => void} */
export function keepFocus(place, paint) {
  const focused = place.contains(document.activeElement) ? document.activeElement?.id : "";
  paint();
  if (focused) $(focused)?.focus({ preventScroll: true });
}

/** @type {(place: Element, ...children: (Node | string)[]) => void} */
export const repaint = (place, ...children) => keepFocus(place, () => place.replaceChildren(...children));

/** The button at the same position keeps the focus. @type {(place: HTMLElement, chips: HTMLElement[]) => void} */
export function replaceChips(place, chips) {
  const focused = [...place.children].findIndex((one) => one === document.activeElement);
  place.replaceChildren(...chips);
  chips[focused]?.focus();
}
