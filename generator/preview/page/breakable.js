// A name or an id that may break after each underscore.
import { make } from "../../../scorer/web/page/dom.js";

export function breakable(tag, given, text) {
  const parts = text.split(/(?<=_)/).flatMap((part) => [part, make("wbr")]);
  return make(tag, given, ...parts);
}
