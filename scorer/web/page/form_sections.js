// One section of the form: its fields, and groups as cards, one for each player or vote.
import { item } from "./answers.js";
import { $, button, make, number, say, sayOf, toast } from "./page.js";
import { idOf, itemName } from "./fields.js";
import { isChosen, partFor } from "./kinds/index.js";

/** Context for building a section. Parts that update after every tap are added to the list.
 * @typedef {{form: Form, table: ScoredTable, parts: {update(): void}[], takeBack: () => void}} Ground */

function add(/** @type {Ground} */ at, /** @type {Field} */ field, /** @type {Path} */ path) {
  const part = partFor(at.table, field, path);
  if (part) at.parts.push(part);
  return part;
}

export function sections(/** @type {Ground} */ at, /** @type {string} */ name) {
  const nodes = [];
  const groups = new Set();
  let counters = /** @type {HTMLElement | null} */ (null); // consecutive numbers share a card
  for (const field of at.form.fields.filter((one) => one.part === name)) {
    const part = field.group ? null : add(at, field, [field.key]);
    if (!part?.compact || name !== "table") {
      counters = null;
      nodes.push(part?.node ?? []);
      const { group } = field;
      if (group && !groups.has(group.key)) nodes.push(groupCards(at, group, name));
      groups.add(group?.key);
    } else {
      if (!counters) nodes.push((counters = make("section", { class: "card counters" })));
      counters.append(part.node);
    }
  }
  return nodes.flat().map((node) => Object.assign(node, { lang: at.form.spoken }));
}

function groupCards(/** @type {Ground} */ at, /** @type {Group} */ group, /** @type {string} */ name) {
  const count = at.table.answers()[group.key]?.length ?? 0;
  const home = at.form.fields.find((field) => field.group?.key === group.key)?.part === name;
  const cards = Array.from({ length: count }, (_, index) => card(at, group, name, index, home));
  const more = adder(at, group);
  const title = group.key === "players" ? null : make("h3", {}, group.label);
  return make("div", { class: "group" }, title, make("div", { class: "cards" }, ...cards), home && count < group.most ? more : null);
}

// An item that begins with a choice is added by choosing it, which saves a tap.
function adder(/** @type {Ground} */ at, /** @type {Group} */ group) {
  const text = sayOf("add", group.key, { what: group.label });
  const id = `add-${group.key}`;
  const [first, second] = at.form.fields.filter((field) => field.group?.key === group.key);
  if (!isChosen(first)) return button(text, () => addItem(at, group), { class: "plain wide", id });
  const add = () => {
    const index = at.table.answers()[group.key]?.length ?? 0;
    addItem(at, group, { [first.key]: select.value });
    if (second) $(idOf([group.key, index, second.key]))?.focus();
  };
  const options = first.choices.map((choice) => make("option", { value: choice.value }, choice.label));
  const select = make("select", { class: "plain wide", id, "aria-label": text, onchange: add }, make("option", { value: "" }, text), ...options);
  return select;
}

/** @param {Ground} at @param {Group} group @param {string} name @param {number} index @param {boolean} home */
function card(at, group, name, index, home) {
  const fields = at.form.fields.filter((field) => field.group?.key === group.key && field.part === name);
  const nodes = fields.map((field) => add(at, field, [group.key, index, field.key])?.node);
  const count = at.table.answers()[group.key].length;
  const heading = make(group.key === "players" ? "h3" : "h4", { "data-item": `${group.key},${index}` });
  const drop = button("×", () => dropItem(at, group, index), { class: "drop", id: `drop-${group.key}-${index}` });
  const total = make("span", { class: "card-total", "data-total": index });
  const head = make("div", { class: "card-head" }, heading, group.key === "players" ? total : null, home && count > group.least ? drop : null);
  const node = make("section", { class: "card" }, head, ...nodes);
  node.style.setProperty("--rows", String(1 + nodes.filter(Boolean).length));
  at.parts.push({ update: () => cardHead(at, group, index, heading, drop, total) });
  return node;
}

/** @type {(at: Ground, group: Group, index: number, ...nodes: HTMLElement[]) => void} */
function cardHead(at, group, index, ...[heading, drop, total]) {
  const name = itemName(group, at.table.answers(), index);
  heading.textContent = name;
  drop.setAttribute("aria-label", say("remove_what", { what: name }));
  const side = at.table.record?.result?.sides.find((one) => one.name === at.table.answers()[group.key][index]?.name);
  total.textContent = side ? number(side.total) : "";
}

function addItem(/** @type {Ground} */ at, /** @type {Group} */ group, /** @type {Answers} */ values = {}) {
  const index = at.table.answers()[group.key]?.length ?? 0;
  const fresh = item(at.form, group.key, index, (n) => say("item.players", { n }));
  at.table.add({ do: "add", group: group.key, item: { ...fresh, ...values } });
}

function dropItem(/** @type {Ground} */ at, /** @type {Group} */ group, /** @type {number} */ index) {
  const what = itemName(group, at.table.answers(), index);
  at.table.add({ do: "drop", group: group.key, index });
  toast(say("removed", { what }), button(say("undo"), at.takeBack, { class: "plain" }));
}
