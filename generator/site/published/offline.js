// Keeps the whole page in this browser, so that it works without a network after one visit. It is
// loaded when the page can be used.
// Where the address is not secure browsers offer nothing of the kind; the page works all the same.
const PATIENCE_MS = 3000;
const keeper = navigator.serviceWorker;

// Resolves when the files of this page come through the keeper, or when it takes too long.
export const covered = keeper ? cover() : Promise.resolve();

async function cover() {
  try {
    await keeper.register("service.js", { updateViaCache: "none" });
  } catch {
    return; // switched off, or no room
  }
  if (keeper.controller) return;
  await new Promise((done) => {
    keeper.addEventListener("controllerchange", done, { once: true });
    setTimeout(done, PATIENCE_MS);
  });
}

// The rest is fetched once the page itself is done, except where every byte is paid for.
async function keepAll() {
  await covered;
  (await keeper.ready).active?.postMessage("keep");
}

if (keeper && !navigator.connection?.saveData) setTimeout(keepAll, PATIENCE_MS);
