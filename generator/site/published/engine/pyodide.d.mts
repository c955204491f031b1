// Pyodide's own module, which a published page loads; only the parts that are used.
export function loadPyodide(options: object): Promise<Python>;
