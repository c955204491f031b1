// Small values saved between visits, if storage is enabled.

export function remembered(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key, value) {
  try {
    localStorage.setItem(key, String(value));
  } catch {
    // The value is lost after this visit.
  }
}
