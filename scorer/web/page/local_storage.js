// Small values saved between visits, if storage is enabled.

export function recall(/** @type {string} */ key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Return a saved record; null if there is none or it is damaged. @type {(key: string) => any} */
export function readRecord(key) {
  try {
    return JSON.parse(recall(key) ?? "null");
  } catch {
    return null;
  }
}

export function remember(/** @type {string} */ key, /** @type {string | number} */ value) {
  try {
    localStorage.setItem(key, String(value));
  } catch {
    // The value is lost after this visit.
  }
}
