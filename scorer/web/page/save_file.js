// A file for the person: saved where the browser saves files.

export function save(name, content, kind) {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type: kind }));
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** A moment by the clock on the wall here: 2026-11-16 21:30:00.
 * @type {(moment: number) => string} */
export function localTime(moment) {
  const east = -new Date(moment).getTimezoneOffset() * 60000;
  return new Date(moment + east).toISOString().slice(0, 19).replace("T", " ");
}
