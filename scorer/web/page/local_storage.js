// Small things kept between visits, where storage is not switched off.

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
    // It holds for this visit.
  }
}
