// Pyodide's own module, which a published page loads; only what is used of it.
export function loadPyodide(options: object): Promise<any>;
