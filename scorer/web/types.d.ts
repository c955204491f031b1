// Types of the page scripts. Forms, results and records are JSON from scorer/web/api.

type Path = (string | number)[];
type Answers = Record<string, any>;
type Child = Node | string | false | null | undefined;
type Timer = ReturnType<typeof setTimeout> | undefined;
type Pen = CanvasRenderingContext2D;
type NameOf = (number: number) => string;

// Elements by id, of pages and of scripts; any other id is of a plain element.
interface Ids
  extends Record<"undo" | "redo" | "next" | "save-all", HTMLButtonElement>,
    Record<"find" | "open-all" | "p-copies", HTMLInputElement>,
    Record<"p-flip" | "p-layout", HTMLSelectElement>,
    Record<"to-rules" | "to-score", HTMLAnchorElement>,
    Record<"contents", HTMLDetailsElement> {}
type ById = <Id extends string>(id: Id) => string extends Id ? HTMLElement | null : Id extends keyof Ids ? Ids[Id] : HTMLElement;

/** An event whose target is known. */
type Heard<Node, Kind extends keyof HTMLElementEventMap> = HTMLElementEventMap[Kind] & { target: Node; currentTarget: Node };
type Listen = <Node extends Element, Kind extends keyof HTMLElementEventMap>(node: Node, kind: Kind, act: (event: Heard<Node, Kind>) => void) => void;
type Handlers<Node> = { [Kind in keyof HTMLElementEventMap as `on${Kind}`]?: (event: Heard<Node, Kind>) => void };
type Make<Nodes> = <Tag extends keyof Nodes & string>(tag: Tag, given?: Handlers<Nodes[Tag]> & Record<string, unknown>, ...children: Child[]) => Nodes[Tag];

interface Choice {
  value: string;
  label: string;
  colour: string;
  shape: "" | "round" | "hex" | "square";
  symbol: string;
}

interface Group {
  key: string;
  label: string;
  least: number;
  most: number;
}

interface Field {
  key: string;
  label: string;
  kind: "board" | "cards" | "choice" | "int" | "letters" | "multi" | "name" | "rows" | "yes_no";
  /** Each kind or widget has keys of its own. */
  data: FieldData;
  low: number;
  high: number;
  choices: Choice[];
  group: Group | null;
  help: string;
  optional: boolean;
  apart: boolean;
  default: string | number | null;
  part: "who" | "table" | "variant";
  widget: "" | "meter" | "seats" | "star";
  clusters: { least: number; families: string[] } | null;
}

interface FieldData {
  fields: Field[];
  item: string;
  copies: Record<string, number>;
  offers?: { seats: number; values: string[] }[];
  sides?: Record<string, string>;
}

/** A limited component of the box, counted in fields. */
interface Limit {
  label: string;
  most: number;
  counts: [key: string, component: string][];
  each: boolean;
}

interface Form {
  slug: string;
  title: string;
  accent: string;
  /** The language of the game's words: the wanted one, if the game has it. */
  spoken: string;
  /** No native speaker has read this translation. */
  unread: boolean;
  fields: Field[];
  limits: Limit[];
  rules: Record<string, string>;
  examples: { id: string; title: string; answers: Answers }[];
  /** If the game cannot be read, this is all. */
  problems?: string[];
}

/** A game in the list of games. */
interface Game {
  slug: string;
  title: string;
  makers: string;
  link: string;
  box: Record<string, string>;
  languages: string[];
  spoken: string;
  summary: { lang: string; text: string } | null;
  accent: string;
  scored: boolean;
  own: boolean;
  problems: string[];
}

interface Line {
  rule: string;
  points: number;
  why: string;
  cells: [row: number, column: number][];
}

interface Side {
  name: string;
  total: number;
  place: number;
  lines: Line[];
}

interface Result {
  outcome: "ranked" | "draw" | "won" | "lost" | "ongoing";
  winners: string[];
  reason: string;
  sides: Side[];
  extras: Side[];
  notes: string[];
}

/** A place where two tables differ. */
type Difference = [path: Path, mine: any, theirs: any];

interface FieldProblem {
  path: Path;
  text: string;
}

/** The score of the answers; `lost` if the rules could not be reached. */
interface ScoreRecord {
  result: Result | null;
  problems: FieldProblem[];
  hints: FieldProblem[];
  notes: FieldProblem[];
  open: string[];
  state: any;
  lost?: boolean;
}

/** A step of a table; see taps.js. */
type Step =
  | { do: "start" | "all"; answers: Answers }
  | { do: "set"; sets: [path: Path, to: any][] }
  | { do: "add"; group: string; item: Answers }
  | { do: "drop"; group: string; index: number }
  | { do: "count"; path: Path; add: number; low: number; high: number; from: number }
  | { do: "undo" | "redo" | "finish" };

/** A step as the database stores it. */
type Tap = Step & { run?: string; example?: boolean; number?: number; table?: string; at?: number; mark?: string; by?: string; n?: number };

/** How a table ended, and for whom. */
interface TableFacts {
  done: boolean;
  example: boolean;
  outcome: Result["outcome"] | "";
  winners: string[];
  people: { name: string; won: boolean; points: number | null }[];
}

/** The other phones of a table; see joined.js. */
interface Peers {
  me: string;
  may: string;
  keys: LiveKeys;
  people: Person[];
  mayTap(): boolean;
  inClass(): boolean;
  stamp(tap: Tap): Tap;
  order(taps: Tap[]): Tap[];
  send(): void;
  code(): Promise<string>;
  rename(name: string): Promise<void>;
  phoneName(by?: string): string;
  leave(): void;
}

/** A phone at a table. */
interface Person {
  by: string;
  name: string;
  may: string;
}

/** What the server knows about a table. */
interface LiveFacts extends LiveKeys {
  game: string;
}

/** The first event of a connection. */
interface LiveHello extends LiveFacts {
  epoch: string;
  may: string;
}

/** What a phone stores about a table that it joined; see joined.js. */
interface LiveKeys {
  key: string;
  watch?: string;
  name?: string;
  pass?: string;
  class?: string;
  shown?: boolean;
  /** The class whose teacher removed the table. */
  removed?: string;
  own?: boolean;
}

/** Callbacks of the connection to the server; see live_line.js. */
interface LiveListener {
  name(): string;
  mayTap(): boolean;
  log(): Tap[];
  factsHeld(): LiveFacts;
  hello(hello: LiveHello): void;
  taps(taps: Tap[]): void;
  who(people: Person[]): void;
  facts(facts: LiveFacts): void;
  ready(): void;
  away(): void;
  refused(): void;
  end(): void;
}

/** A table in the list of saved tables. */
interface SavedTable {
  id: string;
  game: string;
  title: string;
  began: number;
  changed: number;
  facts?: TableFacts;
  deleted?: number | null;
}

/** Actions for an offered table. */
interface OfferActions {
  open(answers: Answers): void;
  compare(id: string, answers: Answers): void;
}

/** Callbacks of a table. */
interface TableListener {
  changed(): void;
  scored(): void;
  refused(text: string): void;
  named(id: string): void;
  unkept(): void;
}

/** How many parts of the rules are loaded. */
interface Loading {
  done: number;
  total: number;
}

/** A folder on this computer that holds games; see generator/site/published/folder.js. */
interface ChosenFolder {
  id: string;
  handle: FileSystemDirectoryHandle;
  granted: boolean;
}

interface Folders {
  chosenFolder(): Promise<ChosenFolder | null>;
  choose(handle: FileSystemDirectoryHandle): Promise<void>;
  leave(): Promise<void>;
  askPermission(folder: ChosenFolder): Promise<boolean>;
}

interface Window {
  showDirectoryPicker(options: { id: string; mode: "readwrite" }): Promise<FileSystemDirectoryHandle>;
}

interface GamesRecord {
  games: Game[];
  /** The browser is on the computer of the server. */
  here?: boolean;
}

/** The smallest changes that would have changed the result. */
interface WhatIf {
  turns: { change: string; then: string }[];
  problems: FieldProblem[];
}

/** The rules of a served or published page; see engine.js. */
interface Engine {
  loading(hear: (loading: Loading) => void): void;
  games(): Promise<GamesRecord>;
  form(slug: string): Promise<Form>;
  score(slug: string, table: unknown): Promise<ScoreRecord>;
  whatIf(slug: string, table: unknown): Promise<WhatIf>;
  answers(slug: string, state: unknown): Promise<{ answers: Answers | null; problems: FieldProblem[] }>;
}

/** What a form part needs from its table. */
interface AnsweredTable {
  form: Form;
  answers(): Answers;
  value(path: Path): any;
  tap(path: Path, to: any, run?: string): boolean;
  count(field: Field, path: Path, add: number, run?: string): boolean;
  add(tap: Tap): boolean;
  left(key: string, holds: (component: string) => boolean): number | undefined;
  refuse(text: string): boolean;
}

/** A table with its score. */
interface ScoredTable extends AnsweredTable {
  id: string;
  record: ScoreRecord | null;
  request(): { answers: Answers };
  score(): Promise<void>;
  isFinished(): boolean;
  began(): number;
}

/** A table with its taps and the other phones; see table.js. */
interface WholeTable extends ScoredTable {
  taps: Tap[];
  peers: Peers | null;
  hear: TableListener;
  open(id: string): Promise<boolean>;
  begin(): Promise<void>;
  receive(taps: Tap[]): Promise<void>;
  show(taps: Tap[]): void;
  title(): string;
}

/** A table that can be scored. */
type ResultTable = ScoredTable & { record: ScoreRecord & { result: Result } };

/** A part of the form; compact ones share a card. */
interface Part {
  node: HTMLElement;
  update(): void;
  compact?: boolean;
}

/** What a cell of a board shows: a letter, a shape in a colour with the address of its symbol, or a sign. */
interface CellLook {
  letter?: string;
  shape?: string;
  colour?: string;
  symbol?: string;
  sign?: string;
}

/** Where something is drawn: centred at x, from y down. */
interface DrawingPlace {
  x: number;
  y: number;
  side: number;
  font: string;
}

/** What a field shows with the result: cells light up, and it can be drawn on a canvas. */
interface ResultView {
  node: HTMLElement;
  key(): string[];
  light(cells?: [row: number, column: number][]): void;
  draw(pen: Pen, place: DrawingPlace): void;
}

/** A kind of question; see kinds/index.js. */
interface Kind {
  ask(table: AnsweredTable, field: Field, path: Path): Part | null;
  initial(field: Field, index: number, nameOf: NameOf): any;
  isSound(field: Field, value: any): boolean;
  count(value: any, component: string): number;
  valueText(form: Form, answers: Answers, field: Field, value: any): string;
  places(field: Field): Path[];
  placeText(field: Field, inside: Path): string;
  resultView(table: AnsweredTable, field: Field): ResultView | null;
}

/** The fault when the address names an unknown game, with the known ones. */
type UnknownGame = Error & { games: Game[] };

/** A ready PDF of a published page. */
interface PrintFile {
  file: string;
  lang: string;
  paper: string;
  layout: string;
  ink: string;
  sheets: number;
  bytes: number;
}

/** What can be chosen for a print. */
interface PrintOffer {
  choices: Record<string, string[]>;
  decks: PrintDeck[];
  most_copies: number;
}

interface PrintDeck {
  key: string;
  title: string;
  pieces: PrintPiece[];
}

interface PrintPiece {
  key: string;
  name: string;
  stamp: string;
}

interface PrintPlan {
  pages: number;
  sheets: number;
  exact: boolean;
  problems?: string[];
}

/** A print in the background. */
interface PrintJob {
  state: "waiting" | "running" | "ready" | "failed" | "stopped";
  before: number;
  done: number;
  total: number;
  name: string;
  pages: number;
  problems: string[];
}

/** Some browsers report metered connections. */
interface Navigator {
  connection?: { saveData: boolean };
}
