// The module created when a page is delivered: the kind of delivery and the languages of the page.
export const delivery: {
  kind: "served" | "published";
  plain: string; // the fallback language
  languages: Record<string, string>; // {code: its own name}
  own: string[]; // languages of the page's own words; games may have others
};
