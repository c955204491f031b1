// Only published pages have this file; see generator/site/published/offline.js.
export const covered: Promise<void>;
export const complete: Promise<void>;
export const ask: (address: string, options?: RequestInit) => Promise<Response>;
export const state: () => Promise<Response>;
export const whileLoading: (hear: (loading: Loading) => void) => Promise<unknown>;
export const folders: () => Promise<Folders>;
