// Calls a function of a module for a test where browsers can write files: in a worker. The page ends it
// as soon as it has an answer.
self.onmessage = async ({ data: { module, name, values } }) => {
  try {
    self.postMessage({ value: await (await import(module))[name](...values) });
  } catch (fault) {
    self.postMessage({ fault: `${fault}\n${fault.stack}` });
  }
};
