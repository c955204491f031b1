// Signals: state that knows who reads it. An effect runs at once, and again after something that it has read changes.
// Changes made together are one: effects wait until the running script has ended, or until flush().

/** A reader is an effect or a computed value, with the readers of everything that it has read.
 * @typedef {{sources: Set<Set<Reader>>, expire(): void}} Reader */
let current = /** @type {Reader | null} */ (null);
const due = /** @type {Set<() => void>} */ (new Set());

function source() {
  const readers = /** @type {Set<Reader>} */ (new Set());
  const read = () => current && current.sources.add(readers.add(current));
  return { read, change: () => [...readers].forEach((reader) => reader.expire()) };
}

/** Do some work, and note what it reads. @type {<Value>(reader: Reader | null, work: () => Value) => Value} */
function reading(reader, work) {
  reader?.sources.forEach((readers) => readers.delete(reader));
  reader?.sources.clear();
  const outer = current;
  current = reader;
  try {
    return work();
  } finally {
    current = outer;
  }
}

/** Return a record each of whose values is a signal: `chosen.row` reads, `chosen.row = id` changes.
 * @type {<Values extends object>(values: Values) => Values} */
export function state(values) {
  const sources = Object.fromEntries(Object.keys(values).map((name) => [name, source()]));
  return new Proxy(values, {
    get: (target, name) => (sources[String(name)]?.read(), Reflect.get(target, name)),
    set(target, name, value) {
      const before = Reflect.get(target, name);
      Reflect.set(target, name, value);
      if (!Object.is(before, value)) sources[String(name)].change();
      return true;
    },
  });
}

const CHANGES = ["add", "clear", "delete", "set"];

/** Return a set or a map that is one signal. @type {<Held extends Set<any> | Map<any, any>>(items: Held) => Held} */
export function collection(items) {
  const { read, change } = source();
  return new Proxy(items, {
    get(_, name) {
      /** @type {any} */
      const member = Reflect.get(items, name, items);
      if (CHANGES.includes(String(name))) return (/** @type {any[]} */ ...args) => [member.apply(items, args), change()][0];
      read();
      return typeof member === "function" ? member.bind(items) : member;
    },
  });
}

/** Return a function whose value is computed again only after something that it has read changes.
 * @type {<Value>(work: () => Value) => () => Value} */
export function memo(work) {
  const { read, change } = source();
  let cached = /** @type {{value: any} | null} */ (null);
  /** @type {Reader} */
  const reader = { sources: new Set(), expire: () => cached && ((cached = null), change()) };
  return () => {
    read();
    cached ??= { value: reading(reader, work) };
    return cached.value;
  };
}

/** Do some work now, and again whenever something that it has read changes. @type {(work: () => unknown) => void} */
export function effect(work) {
  const run = () => {
    try {
      reading(reader, work);
    } catch (fault) {
      reportError(fault); // one part of the page must not stop the others
    }
  };
  const reader = { sources: new Set(), expire: () => void (due.size || queueMicrotask(flush), due.add(run)) };
  run();
}

/** Read a value and do not follow its changes. @type {<Value>(work: () => Value) => Value} */
export const untrack = (work) => reading(null, work);

/** Run the effects that are due now, before the page is asked for what they show. */
export function flush() {
  for (const run of due) {
    due.delete(run);
    run();
  }
}
