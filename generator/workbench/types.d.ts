// The contents of gallery.json, written by generator/workbench/gallery_view.py.

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
