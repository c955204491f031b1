// What the generator writes above service.js.
declare const FILES: Record<string, string>; // {path: hash of its content}
declare const FIRST: string[];
