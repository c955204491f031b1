// Only published pages have this file; see generator/site/published/offline.js.
export const covered: Promise<void>;
