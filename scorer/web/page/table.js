// One table on the screen: its taps, its current answers and its score.
// A tap is shown at once, written to the browser's database and then scored. Of several quick taps,
// only the newest is scored.
import { excess, get, leftInBox, sound, start } from "./answers.js";
import { engine } from "./engine.js";
import * as savedTables from "./saved_tables.js";
import { forRules, namesOf, peopleOf, withPeopleOf } from "./people.js";
import { apply, replay } from "./taps.js";
import { limitsOf } from "./fields.js";
import { joinNames, say } from "./page.js";

const AGAIN_MS = 3000;

export class Table {
  /** @param {Form} form @param {TableListener} hear */
  constructor(form, hear) {
    this.form = form;
    this.id = "";
    /** @type {Tap[]} */
    this.taps = [{ do: "start", answers: start(form, (n) => say("item.players", { n })) }];
    this.now = replay(this.taps);
    this.record = /** @type {ScoreRecord | null} */ (null); // the last score, null until there is one
    this.hear = hear;
    this.scoring = /** @type {Promise<void> | null} */ (null);
    this.stale = false;
    this.noted = "";
    this.peers = /** @type {Peers | null} */ (null); // the other phones of a joined table; see joined.js
    this.again = /** @type {Timer} */ (undefined);
    savedTables.listen((id) => id === this.id && this.catchUp());
  }

  /** @type {() => Answers} */
  answers = () => this.now.answers;

  /** @type {(path: Path) => any} */
  value = (path) => get(this.now.answers, path);

  /** How many more pieces for a field the box contains. @type {AnsweredTable["left"]} */
  left = (key, holds) => leftInBox(this.form, this.now.answers, key, holds);

  /** Open a saved table; return false if there is none. @param {string} id */
  async open(id) {
    const taps = await savedTables.taps(id);
    if (!taps.length || !sound(this.form, replay(taps).answers)) return false;
    this.id = id;
    this.show(taps);
    return true;
  }

  /** Start a new table with the people of another one. @type {(id: string) => Promise<void>} */
  async beginWithPeopleOf(id) {
    const { answers } = replay(await savedTables.taps(id).catch(() => []));
    const begun = withPeopleOf(this.form, this.now.answers, answers);
    if (sound(this.form, begun)) this.show([{ do: "start", answers: begun }]);
  }

  /** @type {(path: Path, to: any, run?: string) => boolean} */
  tap = (path, to, run) => this.add({ do: "set", sets: [[path, to]], ...(run && { run }) });

  /** Add to or subtract from a number: counts from several phones add up.
   * @type {(field: Field, path: Path, add: number, run?: string) => boolean} */
  count = (field, path, add, run) => this.add({ do: "count", path, add, ...limitsOf(field), ...(run && { run }) });

  refuse = (/** @type {string} */ text) => {
    this.hear.refused(text);
    return false;
  };

  /** Add a tap, unless it exceeds what the box contains. @type {(tap: Tap) => boolean} */
  add(tap) {
    const { answers } = this.now;
    if (tap.do === "set" || tap.do === "count") {
      const limit = excess(this.form, answers, apply(answers, tap));
      if (limit) return this.refuse(say(limit.each ? "most" : "box", { what: limit.label, n: limit.most }));
    }
    if (this.peers && !this.peers.mayTap()) return this.refuse(say("watching"));
    const stamped = this.peers ? this.peers.stamp(tap) : tap;
    this.show([...this.taps, stamped]);
    this.keep(stamped).catch(() => this.hear.unkept());
    this.peers?.send();
    return true;
  }

  // Save a table that has no taps yet.
  async begin() {
    const first = !this.id;
    if (first) this.id = savedTables.newId();
    await this.write(this.taps[0]);
    if (first) this.hear.named(this.id);
  }

  /** Taps do not wait for each other: the database keeps their order. @param {Tap} tap */
  async keep(tap) {
    const first = !this.id;
    if (first) this.id = savedTables.newId();
    const due = first ? [this.taps[0], tap] : [tap];
    await Promise.all(due.map((one) => this.write(one)));
    if (first) this.hear.named(this.id);
    this.catchUp();
  }

  async write(/** @type {Tap} */ tap) {
    const written = await savedTables.write({ id: this.id, game: this.form.slug, title: this.title(), began: this.began(), facts: this.facts() }, tap);
    this.taps = this.taps.map((one) => (one === tap ? written : one));
  }

  // Merge taps of another tab in the order of the database; unwritten taps stay last.
  async catchUp() {
    if (!this.id) return;
    const taps = await savedTables.taps(this.id);
    const marks = new Set(taps.map((tap) => tap.mark));
    const waiting = this.taps.filter((tap) => !tap.number && !(tap.mark && marks.has(tap.mark)));
    const numbers = (/** @type {Tap[]} */ taps) => taps.map((tap) => Number(tap.number)).sort((one, other) => one - other).join();
    if (numbers(taps) !== numbers(this.taps.filter((tap) => tap.number))) this.show([...taps, ...waiting]);
  }

  async receive(/** @type {Tap[]} */ taps) {
    const marks = new Set(this.taps.map((tap) => tap.mark));
    const fresh = taps.filter((tap) => !marks.has(tap.mark));
    if (!fresh.length) return;
    this.show([...this.taps, ...fresh]);
    await Promise.all(fresh.map((tap) => this.write(tap))).catch(() => this.hear.unkept());
  }

  show(/** @type {Tap[]} */ taps) {
    this.taps = this.peers ? this.peers.order(taps) : taps;
    this.now = replay(this.taps, this.peers?.me);
    this.hear.changed();
    this.score();
  }

  // When it was started: a table that is reopened next week keeps its date.
  began = () => this.taps[0].at ?? Date.now();

  title() {
    const names = namesOf(this.form, this.now.answers);
    return names.length ? joinNames(names) : this.form.title;
  }

  // The input of the rules.
  request = () => ({ answers: forRules(this.now.answers) });

  /** Return what the list of saved tables shows: how the game ended, and for whom. @returns {TableFacts} */
  facts() {
    const { result, open, problems } = this.record ?? {};
    const done = Boolean(result && !open?.length && !problems?.length && result.outcome !== "ongoing");
    const example = this.taps.some((tap) => tap.example);
    if (!result || !done) return { done, example, outcome: "", winners: [], people: [] };
    const hasWon = (/** @type {string} */ side) => (result.outcome === "won" || result.winners.includes(side)) && result.outcome !== "lost";
    const total = (/** @type {string} */ side) => result.sides.find((one) => one.name === side)?.total ?? null;
    const people = peopleOf(this.form, this.now.answers).map(({ name, side }) => ({ name, won: hasWon(side), points: total(side) }));
    return { done, example, outcome: result.outcome, winners: result.winners, people };
  }

  // Update the list when the result changes.
  noteFacts() {
    const facts = this.facts();
    const text = JSON.stringify(facts);
    if (!this.id || text === this.noted) return;
    this.noted = text;
    savedTables.note(this.id, facts).catch(() => {}); // only the taps matter
  }

  /** Someone opened the result: a table of a class counts as finished until the next tap. */
  async finish() {
    await this.scoring;
    if (this.peers?.inClass() && this.peers.mayTap() && this.facts().done && !this.isFinished()) this.add({ do: "finish" });
  }

  isFinished = () => this.taps.at(-1)?.do === "finish";

  score() {
    this.stale = true;
    this.scoring ??= this.ask();
    return this.scoring;
  }

  async ask() {
    while (this.stale) {
      this.stale = false;
      try {
        const record = await engine.score(this.form.slug, this.request());
        if (!this.stale) this.record = record;
      } catch {
        this.record = { result: null, problems: [], open: [], hints: [], notes: [], state: null, lost: true };
      }
      if (!this.stale) {
        this.noteFacts();
        this.hear.scored();
      }
    }
    this.scoring = null;
    if (this.record?.lost) this.askAgain();
  }

  // Retry until the rules respond again, for example after a server restart.
  askAgain() {
    clearTimeout(this.again);
    this.again = setTimeout(() => this.record?.lost && this.score(), AGAIN_MS);
  }
}
