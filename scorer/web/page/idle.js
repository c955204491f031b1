// When the page has nothing better to do: what the first tap does not need waits for this.
const PATIENCE_MS = 2000;
const USUAL_MS = 200; // where browsers cannot tell

export const idle = () =>
  new Promise((done) => ("requestIdleCallback" in window ? requestIdleCallback(done, { timeout: PATIENCE_MS }) : setTimeout(done, USUAL_MS)));
