// Types of the class pages. Tiles and debriefings are JSON from classroom.py.

interface ClassAbout {
  name: string;
  code: string;
  address: string;
}

/** A table as the class screen shows it: how many of its questions are answered. */
interface Tile {
  id: string;
  name: string;
  game: string;
  title: string;
  accent: string;
  players: string[];
  entered: number;
  questions: number;
  finished: boolean;
  problems: number;
  outcome: string;
  winners: string[];
  sides: { name: string; total: number; place: number }[];
  quiet: "" | "no_phone" | "no_taps";
}

/** A device that sends far more than the others, or is blocked. */
interface GreedyClient {
  address: string;
  table: string;
  blocked: boolean;
}

/** A table after the game. */
interface DebriefTable {
  name: string;
  game: string;
  answers: Answers;
  result: Result | null;
  state: any;
  open: string[];
  entered: number;
  finished: boolean;
  turns: { change: string; then: string }[];
}

interface DebriefGame {
  slug: string;
  title: string;
  accent: string;
  fields: Field[];
  numbers: any;
  questions: string[];
}

interface Debriefing {
  class: string;
  tables: DebriefTable[];
  games: Record<string, DebriefGame>;
}

type DebriefPicture = (tables: DebriefTable[], game: DebriefGame) => HTMLElement;

/** What a code opened: a table, or a class with the name that is taken there. */
interface Entrance {
  key: string;
  game: string;
  class: string;
  taken?: string;
}

interface Point {
  x: number;
  y: number;
}

type ToPoint = (x: number, y: number) => Point;
