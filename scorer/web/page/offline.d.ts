// Only published pages have this file; see generator/site/published/offline.js.
export const covered: Promise<void>;
export const folders: () => Promise<Folders>;
export const app: () => Promise<{ begin(): void; whileLoading(hear: (loading: Loading) => void): void }>;
