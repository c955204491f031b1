// The module that is made when a page is delivered: which way, and the languages it speaks.
export const delivery: {
  kind: "served" | "published";
  languages: Record<string, string>; // {code: its own name}
};
