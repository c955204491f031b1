// Save a file to the browser's download folder.

export function save(name, content, kind) {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type: kind }));
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Format a time in the local time zone: 2026-11-16 21:30:00.
 * @type {(moment: number) => string} */
export function localTime(moment) {
  const east = -new Date(moment).getTimezoneOffset() * 60000;
  return new Date(moment + east).toISOString().slice(0, 19).replace("T", " ");
}
