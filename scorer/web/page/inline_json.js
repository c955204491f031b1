// Data embedded in the page: inlineJson("words.en"), null if it is missing.
import { all } from "./dom.js";

const records = new Map(all("script[data-record]").map((node) => [node.dataset.record, node.textContent]));

export const inlineJson = (name) => JSON.parse(records.get(name) ?? "null");
