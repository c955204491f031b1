// What came along inside the page, as data: given("words.en"), null for what did not come.
const records = new Map(Array.from(document.querySelectorAll("script[data-record]"), (node) => [node.dataset.record, node.textContent]));

export const inlineJson = (name) => JSON.parse(records.get(name) ?? "null");
