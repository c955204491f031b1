// Resolve when the page is idle. Work that the first tap does not need waits for this.
const PATIENCE_MS = 2000;
const USUAL_MS = 200; // for browsers without requestIdleCallback

export const idle = () =>
  new Promise((done) => ("requestIdleCallback" in window ? requestIdleCallback(done, { timeout: PATIENCE_MS }) : setTimeout(done, USUAL_MS)));
