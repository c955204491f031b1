// This phone's part of a table that several phones fill in. Each phone holds the whole list of
// taps; the server only relays them.
import { $, button, joinNames, make, say, toast } from "./page.js";
import { LiveLine, post } from "./live_line.js";
import { readRecord, recall, remember } from "./local_storage.js";
import * as savedTables from "./saved_tables.js";
import { merge } from "./taps.js";

const KEY = "ecotable-live-";
const HASH = /^#join=([\w-]{8,24})$/;
const WRITTEN_MS = 2000;

// The id of this phone, created when it first joins a table.
function me() {
  const id = recall("ecotable-phone") ?? savedTables.newId();
  remember("ecotable-phone", id);
  return id;
}

export const myName = () => recall("ecotable-name") ?? "";

/** What this phone stores about a joined table: its keys, and whether the class sees it. */
const savedKey = (/** @type {string} */ id) => readRecord(KEY + id);

/** Resume a joined table, or join the one that the address names. @param {WholeTable} table */
export async function resume(table) {
  const [, key] = HASH.exec(location.hash) ?? [];
  if (key) {
    const saved = savedWith(key);
    if (saved && (await table.open(saved))) table.hear.named(saved);
    else await guest(table, key);
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  const keys = savedKey(table.id);
  return keys ? new Joined(table, keys) : null;
}

function savedWith(/** @type {string} */ key) {
  const ids = Object.keys(localStorage).filter((name) => name.startsWith(KEY)).map((name) => name.slice(KEY.length));
  return ids.find((id) => [savedKey(id)?.key, savedKey(id)?.watch].includes(key));
}

/** A table that someone else started. @param {WholeTable} table @param {string} key */
async function guest(table, key) {
  table.id = savedTables.newId();
  const entered = JSON.parse(sessionStorage.getItem("ecotable-entered") ?? "null");
  sessionStorage.removeItem("ecotable-entered");
  const own = entered?.key === key ? { ...entered, own: true } : {};
  remember(KEY + table.id, JSON.stringify({ key, ...own }));
  table.hear.named(table.id);
  if (entered?.key === key) await table.begin();
}

export async function share(/** @type {WholeTable} */ table) {
  if (!table.id) await table.begin();
  const until = Date.now() + WRITTEN_MS; // the database gives every new tap its id
  while (table.taps.some((tap) => !tap.mark) && Date.now() < until) await new Promise((done) => setTimeout(done, 20));
  const answer = await post("new", { game: table.form.slug, name: table.title().slice(0, 40) });
  if (!answer.ok) throw new Error(await answer.text());
  remember(KEY + table.id, JSON.stringify({ ...(await answer.json()), own: true }));
  return new Joined(table, /** @type {LiveKeys} */ (savedKey(table.id)));
}

/** @implements {Peers} */
export class Joined {
  /** @param {WholeTable} table @param {LiveKeys} keys */
  constructor(table, keys) {
    this.me = me();
    this.table = table;
    this.keys = keys;
    this.people = /** @type {Person[]} */ ([]);
    this.state = "connecting";
    this.may = keys.own ? "edit" : "";
    this.whole = Boolean(keys.own); // whether this phone has the start of the table
    table.peers = this;
    table.show(table.taps);
    this.strip = make("section", { class: "note joined", id: "joined", "aria-label": say("joined") });
    this.label = make("p", { class: "at-table", id: "at-table" });
    $("main").prepend(this.strip);
    $("steps").prepend(this.label);
    this.line = new LiveLine(keys, this.me, this);
    this.draw();
  }

  // ---- called by the table ------------------------------------------------------------------

  mayTap = () => this.may === "edit" && this.whole;

  inClass = () => Boolean(this.keys.class);

  /** @type {(tap: Tap) => Tap} */
  stamp = (tap) => ({ ...tap, mark: savedTables.newId(), by: this.me, at: Date.now(), n: 1 + Math.max(0, ...this.table.taps.map((one) => one.n ?? 0)) });

  /** Number the taps from before this table was joined in their current order. @type {(taps: Tap[]) => Tap[]} */
  order(taps) {
    const theirs = taps.some((tap) => tap.do === "start" && tap.mark);
    let last = 0;
    const stamped = taps.filter((tap) => tap.mark || !theirs).map((tap) => {
      const full = tap.n ? tap : { ...tap, n: last + 1, by: this.me, at: tap.at ?? 0 };
      last = Math.max(last, full.n ?? 0);
      return full;
    });
    return theirs ? merge(stamped) : stamped;
  }

  send = () => void this.line.send();

  // ---- called by the connection --------------------------------------------------------------

  name = myName;
  log = () => this.table.taps.filter((tap) => tap.mark);
  factsHeld = () => ({ key: this.keys.key, game: this.table.form.slug, name: this.keys.name ?? "", pass: this.keys.pass ?? "", shown: this.keys.shown ?? true });

  hello(/** @type {LiveHello} */ hello) {
    if (hello.game !== this.table.form.slug) return location.replace(`score.html?${new URLSearchParams({ game: hello.game })}#join=${this.keys.key}`);
    this.may = hello.may;
    this.facts(hello);
    return undefined;
  }

  /** @type {LiveListener["facts"]} */
  facts(facts) {
    this.keys = { ...this.keys, name: facts.name, watch: facts.watch, class: facts.class, shown: facts.shown, removed: facts.removed, pass: facts.class ? (facts.pass ?? this.keys.pass) : "" };
    this.line.keys = this.keys;
    remember(KEY + this.table.id, JSON.stringify(this.keys));
    this.draw();
  }

  taps(/** @type {Tap[]} */ taps) {
    void this.table.receive(taps);
  }

  ready() {
    this.whole = this.whole || this.log().length > 0;
    if (!this.whole && this.may === "edit") {
      this.whole = true; // nobody has started this table: this phone starts it with its current state
      this.table.begin().then(this.send);
    }
    this.state = "here";
    this.draw();
  }

  who(/** @type {Person[]} */ people) {
    this.people = people;
    this.draw();
  }

  away() {
    this.state = "away";
    this.draw();
  }

  refused = () => toast(say("tap_refused"));

  /** The teacher ended the class: the table now belongs to this phone only. */
  end() {
    this.leave();
    $("main").prepend(make("p", { class: "note", id: "class-over" }, say("class_over")));
    dispatchEvent(new CustomEvent("joined"));
  }

  // ---- actions of this phone -------------------------------------------------------------------

  async code() {
    const answer = await post("code", { key: this.keys.key });
    return answer.ok ? (await answer.json()).code : "";
  }

  async rename(/** @type {string} */ name) {
    remember("ecotable-name", name);
    await post("rename", { key: this.keys.key, by: this.me, name: name.slice(0, 40) });
  }

  show = async () => {
    await post("shown", { key: this.keys.key, shown: !this.keys.shown }).catch(() => toast(say("away")));
  };

  leave() {
    this.line.close();
    this.table.peers = null;
    localStorage.removeItem(KEY + this.table.id);
    this.strip.remove();
    this.label.remove();
  }

  phoneName(/** @type {string | undefined} */ by) {
    if (by === this.me) return say("you");
    return this.people.find((one) => one.by === by)?.name || say("a_phone");
  }

  whoIsHere() {
    if (this.may === "watch") return say("watching_only");
    const others = this.people.filter((one) => one.by !== this.me);
    const names = others.map((one) => one.name).filter(Boolean);
    if (!others.length) return say("joined_alone");
    if (!names.length) return say("phones_here", { n: others.length + 1 });
    const unnamed = others.length - names.length;
    return say("joined_with", { names: joinNames(unnamed ? [...names, say("more_phones", { n: unnamed })] : names) });
  }

  draw() {
    const text = this.state === "here" ? this.whoIsHere() : say(this.state);
    const nodes = [make("p", { class: `line-state ${this.state}` }, text)];
    if (this.keys.class) nodes.push(this.classSwitch());
    if (this.keys.removed) nodes.push(make("p", { id: "removed" }, say("removed_by_teacher")));
    this.strip.replaceChildren(...nodes);
    this.label.textContent = this.keys.name ?? "";
    dispatchEvent(new CustomEvent("joined"));
  }

  classSwitch() {
    const on = this.keys.shown;
    const text = say(on ? "shown_to" : "not_shown_to", { name: this.keys.class });
    const attributes = { class: "plain", role: "switch", id: "shown", "aria-checked": String(on), disabled: this.may !== "edit" };
    return make("div", { class: "row class-row" }, make("p", { id: "shown-text" }, text), button(say(on ? "hide_table" : "show_table"), this.show, attributes));
  }
}
