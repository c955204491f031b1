// Types of the workbench. Galleries are JSON from gallery_view.py, tables from bench.py.

// What the pages use of a published site is there, under these names.
type Fits<Used, There extends Used> = There;
type Published = Fits<typeof import("../../scorer/web/page/offline.js"), typeof import("../site/published/offline.js")>;

// Elements by id, as in scorer/web/types.d.ts.
interface Ids
  extends Record<"add" | "add-file" | "all-seen" | "bench" | "card-after" | "card-before" | "changed" | "close", HTMLButtonElement>,
    Record<"column" | "delete" | "down" | "duplicate" | "earlier" | "fill" | "later" | "make" | "one-seen", HTMLButtonElement>,
    Record<"problems" | "save" | "up", HTMLButtonElement>,
    Record<"before" | "guides" | "magnify" | "other-name" | "remove-name" | "title" | "zip" | "zoom", HTMLInputElement>,
    Record<"card" | "file" | "game" | "lang" | "section", HTMLSelectElement>,
    Record<"back" | "home" | "translate" | "zip-out", HTMLAnchorElement>,
    Record<"ask" | "large", HTMLDialogElement>,
    Record<"new" | "remove" | "rename", HTMLFormElement>,
    Record<"progress", HTMLProgressElement>,
    Record<"translation", HTMLTextAreaElement>,
    Record<"text", HTMLInputElement | HTMLTextAreaElement>,
    Record<"play-start" | "play-stop" | "reprint" | "reprinting", HTMLElement | null> {}

// What the server answers, by address.
interface Fetched {
  "bench.json": Bench | null;
  "boxes.json": BoxSide[];
  "changes.json": Changes;
  "column.json": string[];
  "files.json": GameFile;
  "look.json": Look;
  "new.json": { taken: string[]; layouts: [name: string, about: string][] };
  "play.json": PlayJob | null;
  "tables.json": Replayed[];
  "translate.json": DeskRecord;
  "values.json": GameValue[];
  "word-card.json": { card: string };
}

interface Posted {
  edit: EditAnswer & ImportOffer;
  file: GameFile & { conflict?: boolean };
  new: { game: string };
  open: { game?: string; taken: string; suggested: string };
  own: { game: string };
  picture: EditAnswer & ImportOffer;
  play: PlayJob;
  "play-stop": PlayJob;
  remove: object;
  reprint: { job: string };
  sheet: EditAnswer & ImportOffer;
  step: { conflict?: Conflict[]; said?: Said };
  translate: { refused?: string[]; conflict?: boolean; text: GameText | null; history: Steps };
  "translate-try": { sides: TriedSide[]; spots: TextSpot[]; fit: Fit | null; problems: string[] };
  translation: ImportOffer;
}

interface ToldProblem {
  where: string;
  found: string;
  allowed: string;
  hint: string;
}

// A problem in each language, and the card that shows it.
interface Problem {
  [lang: string]: any;
  en: ToldProblem;
  card: string;
}

interface Deck {
  name: string;
  title: string;
  width_mm: number;
  height_mm: number;
  bleed_mm: number;
  has_back: boolean;
  clip: string;
  cut: string;
  safe: string;
  /** The same for the back: a custom outline is mirrored there. */
  back_lines: { clip: string; cut: string; safe: string };
  total: number;
  different: number;
}

type Cells = [name: string, value: string][];

/** A card with the keys of its pictures. */
interface Card {
  name: string;
  deck: string;
  id: string;
  place: string;
  version: string;
  copies: number;
  said: string[];
  fields: Cells;
  front: string;
  back: string;
  composed: boolean;
  old: boolean;
  state: "" | "changed" | "new" | "gone";
  before: { front: string; back: string; said: string[]; fields: Cells } | null;
  problems: Problem[];
}

interface Gallery {
  slug: string;
  title: string;
  lang: string;
  languages: string[];
  games: { slug: string; title: string }[];
  decks: Deck[];
  cards: Card[];
  problems: Problem[];
  generation: number;
  complete: boolean;
}

/** A change that is sent while the page is open. */
interface GalleryChange {
  kind: "gallery" | "cards";
  generation: number;
  complete: boolean;
  problems: Problem[];
  cards: Card[];
}

interface Column {
  name: string;
  kind: "text" | "int" | "choice" | "list" | "bool" | "ref";
  help: string;
  required: boolean;
  choices: string[];
  min: number | null;
  max: number | null;
  pieces: [id: string, name: string][];
}

/** A table of a game; with problems if its file cannot be read. */
interface Grid {
  table: string;
  place: string;
  written: boolean;
  workbook: boolean;
  columns: Column[];
  rows: string[][];
  symbols: string[];
  problems?: string[];
}

/** A step that can be undone or redone: the key of its text, and its gaps. */
interface Said {
  id: number;
  key: string;
  before?: string;
  after?: string;
}

interface Steps {
  undo: Said[];
  redo: Said[];
}

/** What the workbench knows about a game. */
interface Bench {
  version: string;
  files: string;
  own: boolean;
  origin: string;
  suggested: string;
  tables: [name: string, title: string][];
  grid: Grid;
  history: Steps;
  references: string[];
  pictures: Record<string, string>;
  limits: { picture: number; sheet: number };
  layouts: string[];
  played: boolean;
}

/** Someone else changed the same place meanwhile; null if it is gone. */
interface Conflict {
  row: string;
  column: string;
  mine: string;
  theirs: string | null;
  seen: any;
}

interface EditAnswer {
  refused?: { row: string; column: string; text: string }[];
  conflict?: Conflict[];
  history: Steps;
}

/** What a workbook or a translation would change; without lines, it is written. */
interface ImportOffer {
  lines?: string[];
  n?: number;
  reordered?: boolean;
  fuzzy?: number;
  unknown?: string[];
}

/** How a text fits its box, in points and letters. */
interface Fit {
  column: string;
  size_pt: number;
  wanted_pt: number;
  floor_pt: number;
  letters_left: number;
  text_length?: number;
  over?: number;
}

interface Look {
  spots: { side: string; columns: string[]; box: number[] }[];
  fits: Fit[];
  measured: { side: string; text: string }[];
}

/** A box of a layout: where it is in millimetres, and why it cannot be changed. */
interface Box {
  id: string;
  name: string;
  kind: string;
  room: number[];
  keys: { at?: unknown };
  fixed: string;
  bound: string;
  picture: { fit: string; fits: string[]; focus: number[]; whole: number[] } | null;
}

interface BoxSide {
  side: string;
  file: string;
  boxes: Box[];
}

/** A number, a text or a colour of a game, and the cards that show it. */
interface GameValue {
  file: string;
  path: (string | number)[];
  value: string;
  group: string;
  kind: "int" | "text" | "colour";
  line: number;
  shows: string[];
}

/** A text file of a game, with the mistakes of all files. */
interface GameFile {
  file: string;
  text: string;
  version: string;
  files: string[];
  problems: { file: string; line: number; text: string }[];
  removable?: boolean;
}

/** What differs from an earlier state of the game. */
interface Changes {
  lines: { kind: string; card: string; text: string }[];
  pieces: { name: string; sides: [side: string, was: string, now: string][] }[];
  swaps: [deck: string, name: string, out: number, into: number][];
  charts: Chart[];
}

interface Chart {
  title: string;
  series: { key: string; label: string }[];
  rows: ChartRow[];
}

interface ChartRow {
  label: string;
  before?: Record<string, number | null>;
  now?: Record<string, number | null>;
  change?: Record<string, number | null>;
}

/** A finished game, with its result then and with the current numbers. */
interface Replayed {
  id: string;
  when: string;
  names: string[];
  then: { winners: string[]; outcome: string };
  now: { winners: string[]; outcome: string };
  other: boolean;
}

/** Games that bots play in the background. */
interface PlayJob {
  state: "waiting" | "running" | "ready" | "failed" | "stopped";
  done: number;
  total: number;
  problems: string[];
  asked: { since: string; how: string; version: string };
  answer: {
    changes: string[];
    sayings: string[];
    certain: string[];
    heads: string[];
    rows: string[][];
    cards: { name: string; lines: string[] }[];
    note: string;
  };
}

/** A text of a game with its translation. */
interface GameText {
  id: string;
  section: string;
  name: string;
  where: string;
  text: string;
  translation: string;
  others: Record<string, string>;
  state: "missing" | "stale" | "done" | "optional";
  cards: string[];
  marks: string[];
  usual: number;
}

interface DeskRecord {
  game: string;
  title: string;
  games: { slug: string; title: string }[];
  own: boolean;
  suggested: string;
  plain: string;
  lang: string;
  languages: string[];
  unfinished: string[];
  known_languages: string[];
  notes: string[];
  decks: Deck[];
  cards: [card: string, title: string][];
  texts: GameText[];
  history: Steps;
}

/** A side that was composed with a typed text; without its picture if the page has it. */
interface TriedSide {
  side: string;
  key: string;
  picture: string;
}

interface TextSpot {
  id: string;
  side: string;
  box: number[];
}
