// The connection to the server of a table that several phones fill in. Taps of this phone are
// posted; taps of the others arrive as server-sent events. A broken connection resumes at the last
// event number, after pauses that grow and differ from phone to phone.

import { lang } from "./page.js";
import { postJson } from "./requests.js";

const FIRST_MS = 250;
const LONGEST_MS = 2500;
const SILENT_MS = 25000; // the server sends something every ten seconds
const PART_BYTES = 40000;
const PART_TAPS = 100;

/** @type {(name: string, body: any) => Promise<Response>} */
export const post = (name, body) => postJson(`api/live/${name}?lang=${lang}`, body);

/** @param {number} tries @param {number} [chance] */
export const pauseMs = (tries, chance = Math.random()) => Math.min(LONGEST_MS, FIRST_MS * 2 ** tries) * (0.5 + chance);

export class LiveLine {
  /** @param {LiveKeys} keys @param {string} me @param {LiveListener} hear */
  constructor(keys, me, hear) {
    this.keys = keys;
    this.me = me;
    this.hear = hear;
    this.epoch = "";
    this.last = ""; // the number of the last event
    this.known = new Set(); // ids of taps that the server has
    this.refused = new Set();
    this.ready = false;
    this.sending = false;
    this.closed = false;
    this.tries = 0;
    /** @type {() => void} */
    this.hurry = () => {};
    this.stop = new AbortController();
    const wake = () => document.visibilityState === "visible" && this.hurry();
    addEventListener("online", wake, { signal: this.stop.signal });
    document.addEventListener("visibilitychange", wake, { signal: this.stop.signal });
    this.listen();
  }

  close() {
    this.closed = true;
    this.stop.abort();
    this.hurry();
  }

  async listen() {
    while (!this.closed) {
      await this.follow().catch(() => {}); // the connection or the server failed: retry after a pause
      if (this.closed) return;
      this.ready = false;
      this.hear.away();
      await this.pause();
    }
  }

  async follow() {
    const broken = new AbortController();
    this.stop.signal.addEventListener("abort", () => broken.abort());
    const query = new URLSearchParams({ key: this.keys.key, by: this.me, name: this.hear.name() });
    /** @type {HeadersInit} */
    const headers = this.last ? { "last-event-id": this.last } : {};
    const answer = await fetch(`api/live/events?${query}`, { headers, signal: broken.signal, cache: "no-store" });
    if (answer.status === 404) return this.restore();
    if (!answer.ok || !answer.body) throw new Error(String(answer.status));
    await this.read(answer.body.getReader(), broken);
  }

  async read(/** @type {ReadableStreamDefaultReader<Uint8Array>} */ reader, /** @type {AbortController} */ broken) {
    const decoder = new TextDecoder();
    let text = "";
    for (;;) {
      const silent = setTimeout(() => broken.abort(), SILENT_MS);
      const { done, value } = await reader.read();
      clearTimeout(silent);
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const whole = text.split("\n\n");
      text = whole.pop() ?? "";
      whole.forEach((event) => this.take(event));
    }
  }

  take(/** @type {string} */ event) {
    const part = Object.fromEntries(event.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]));
    if (!part.event) return; // a heartbeat
    const data = JSON.parse(part.data);
    if (part.event === "hello") this.greet(data);
    if (part.event === "taps") {
      data.forEach((/** @type {Tap} */ tap) => this.known.add(tap.mark));
      this.hear.taps(data);
      this.last = part.id;
    }
    if (part.event === "who") this.hear.who(data);
    if (part.event === "facts") this.hear.facts(data);
    if (part.event === "ready") this.begin();
  }

  /** A restarted server knows nothing, or only what other phones have sent again. @param {LiveHello} hello */
  greet(hello) {
    if (hello.epoch !== this.epoch) {
      this.known.clear();
      this.refused.clear();
      this.last = "";
    }
    this.epoch = hello.epoch;
    this.tries = 0;
    this.hear.hello(hello);
  }

  begin() {
    this.ready = true;
    this.hear.ready();
    this.send();
  }

  async restore() {
    const answer = this.hear.mayTap() ? await post("restore", this.hear.factsHeld()) : null;
    if (answer?.status === 410) return this.hear.end();
    throw new Error("restored");
  }

  async send() {
    if (this.sending || !this.ready || !this.hear.mayTap()) return;
    this.sending = true;
    let unheard = false;
    for (let due = this.due(); due.length && this.ready; due = this.due()) {
      const arrived = await this.markSent(due).catch(() => null);
      // The listening connection may hang before it breaks, so a failed post closes it at once.
      if (arrived === null) this.hear.away();
      else if (unheard && this.ready) this.hear.ready();
      unheard = arrived === null;
      if (!arrived) await this.pause();
    }
    this.sending = false;
  }

  // As many taps as fit into one message.
  due() {
    const waiting = this.hear.log().filter((tap) => !this.known.has(tap.mark) && !this.refused.has(tap.mark));
    let bytes = 0;
    return waiting.slice(0, PART_TAPS).filter((tap, index) => (bytes += JSON.stringify(tap).length) < PART_BYTES || index === 0);
  }

  async markSent(/** @type {Tap[]} */ taps) {
    const answer = await post("taps", { key: this.keys.key, by: this.me, taps: taps.map(onTheWire) });
    if (answer.ok) {
      taps.forEach((tap) => this.known.add(tap.mark));
      // After a restart every phone holds the same taps: one sends them, the others receive them.
      if (taps.length === 1 || (await answer.json()).added) this.tries = 0;
      else await this.hearOut();
      return true;
    }
    if (answer.status !== 400 && answer.status !== 413) return false;
    if (taps.length > 1) return this.oneByOne(taps);
    this.refused.add(taps[0].mark);
    this.hear.refused();
    return true;
  }

  async oneByOne(/** @type {Tap[]} */ taps) {
    for (const tap of taps) if (!(await this.markSent([tap]))) return false;
    return true;
  }

  // Wait until nothing new has arrived for a while.
  async hearOut() {
    for (let before = -1; before < this.known.size; ) {
      before = this.known.size;
      await this.pause();
    }
  }

  // Wait until the time is up, or something happens that makes a retry worthwhile.
  pause() {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(undefined), pauseMs(this.tries));
      this.tries += 1;
      this.hurry = () => {
        clearTimeout(timer);
        resolve(undefined);
      };
    });
  }
}

const LOCAL = ["number", "example", "table"]; // of a tap: only for the database of this phone

const onTheWire = (/** @type {Tap} */ tap) => Object.fromEntries(Object.entries(tap).filter(([key]) => !LOCAL.includes(key)));
