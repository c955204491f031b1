// What the pages of the class hand to each other. Tiles and debriefings are JSON of wall.py.

interface ClassAbout {
  name: string;
  code: string;
  address: string;
  key: string;
  turn: number;
}

/** A table as the wall shows it. */
interface Tile {
  id: string;
  name: string;
  game: string;
  title: string;
  accent: string;
  players: string[];
  open: number;
  questions: number;
  problems: number;
  outcome: string;
  winners: string[];
  sides: { name: string; total: number; place: number }[];
  silent: boolean;
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
  gone(id: string): void;
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
