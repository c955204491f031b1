// Lies beside a published page only; see generator/site/published/offline.js.
export const covered: Promise<void>;
