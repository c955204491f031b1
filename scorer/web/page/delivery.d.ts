// The module that is made when a page is delivered: which way, and the languages it speaks.
export const delivery: {
  kind: "served" | "published";
  plain: string; // the language that is said where another is missing
  languages: Record<string, string>; // {code: its own name}
  own: string[]; // those of the page's own words; games may have others
};
