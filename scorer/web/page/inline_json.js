// What came along inside the page, as data: inlineJson("words.en"), null for what did not come.
import { all } from "./dom.js";

const records = new Map(all("script[data-record]").map((node) => [node.dataset.record, node.textContent]));

export const inlineJson = (name) => JSON.parse(records.get(name) ?? "null");
