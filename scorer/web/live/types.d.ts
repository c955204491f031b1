// What the pages of the class hand to each other. Tiles and debriefings are JSON of wall.py.

interface ClassAbout {
  name: string;
  code: string;
  address: string;
}

/** A table as the class screen shows it: how many questions a person answered, and of how many. */
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

/** A device that takes far more than the others, or is blocked. */
interface GreedyClient {
  address: string;
  table: string;
  blocked: boolean;
}

/** Who is told what the teacher's line hears. */
interface ClassListener {
  about(about: ClassAbout): void;
  tile(tile: Tile): void;
  /** The ids of all tables that there are. */
  tables(ids: string[]): void;
  clients(clients: GreedyClient[]): void;
  here(): void;
  away(): void;
  refused(status: number): void;
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
