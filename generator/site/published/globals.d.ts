// What the generator writes above service.js.
declare const FILES: Record<string, string>; // {path: hash of its content}
declare const FIRST: string[];
// And above worker.js: a hash of all that Python loads.
declare const VERSION: string;

// The files in Python's memory: https://emscripten.org/docs/api_reference/Filesystem-API.html
interface PythonFiles {
  analyzePath(path: string): { exists: boolean };
  isDir(mode: number): boolean;
  lookupPath(path: string): { node: { id: number; usedBytes: number; mtime: number } };
  mkdirTree(path: string): void;
  readdir(path: string): string[];
  readFile(path: string): Uint8Array<ArrayBuffer>;
  stat(path: string): { mode: number };
  unlink(path: string): void;
  utime(path: string, read: number, changed: number): void;
  writeFile(path: string, content: Uint8Array, options?: { canOwn: boolean }): void;
}

// A file to write, or to remove if it has no content.
type Change = [path: string, content: Uint8Array<ArrayBuffer> | null];
type Version = { path: string; content: Uint8Array<ArrayBuffer>; time: number };
// The versions of all files by path, and what is due in the visitor's folder.
type VersionList = { number: number; files: Record<string, string>; due: [path: string, key: string | null][] };
type Stored = { path: string; stamp: string; read(): Promise<Version | null> };
// The folders for the journal and for the games.
type Places = { data: FileSystemDirectoryHandle; games: FileSystemDirectoryHandle };

// Pyodide: https://pyodide.org/en/stable/usage/api/js-api.html
interface Python {
  FS: PythonFiles;
  pyimport(name: string): any;
  registerJsModule(name: string, module: object): void;
  runPython(code: string): any;
  toPy(value: unknown): any;
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
  unpackArchive(content: ArrayBuffer, format: string, options: { extractDir: string }): void;
}

// A request to the worker and its answer; a stream is answered by chunks.
type Asked = { method: string; path: string; query: string; body: Uint8Array };
type Answered = { status: number; type: string; body?: Uint8Array<ArrayBuffer>; chunk?: string };
type Post = (answer: Answered, moved?: Transferable[]) => void;
type PackedFile = [path: string, content: Uint8Array<ArrayBuffer>];

// What the worker lends to the rest of the app.
interface Kit {
  code: string; // the folder of Python's modules
  archive(name: string): Promise<Uint8Array<ArrayBuffer>>;
  folder(options?: FileSystemGetDirectoryOptions): Promise<FileSystemDirectoryHandle>;
  part<T>(work: Promise<T>): Promise<T>;
  version: string;
}
interface App {
  // Returns Python's response, unless it was posted here.
  answer(request: Asked, ask: (api: any) => any, post: Post): Promise<any>;
  look(): unknown;
}
interface Store {
  follow(): Promise<boolean>;
  changing<T>(work: () => T, written: () => unknown): Promise<T>;
  heard(listener: () => unknown): unknown;
  damaged(): string[];
}
interface AppParts {
  python: Python;
  api: any;
  store: Store;
  cache: { save(prune: () => void): Promise<void> };
  home: string;
  enter(): Promise<void>;
  libraries(): Promise<void>;
  isRestored: boolean; // whether Python began with the memory of an earlier visit
  saves: boolean; // whether there is storage for changes
}
interface NewPicture {
  key: string;
  orientation: number;
  content: BlobPart;
  versions: [name: string, width: number, height: number][];
  sketch: { name: string; size: [number, number]; around: number; strength: number } | null;
}
// Chromium alone says whether a connection is metered.
interface WorkerNavigator {
  readonly connection?: { saveData: boolean };
}
