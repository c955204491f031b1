// Tiles as large as the screen allows: how many columns, and which size of type, show all of them.
const [SMALLEST, LARGEST] = [12, 96];
const NARROW = 768;
const COLUMN = 180; // narrower tiles are not easier to read

/** @type {(list: HTMLElement) => void} */
export function fitTiles(list) {
  const tiles = /** @type {HTMLElement[]} */ ([...list.children]);
  list.className = "tiles";
  list.removeAttribute("style");
  if (!tiles.length || innerWidth < NARROW) return;
  const room = innerHeight - list.getBoundingClientRect().top - scrollY - bottomSpace();
  list.classList.add("fitted");
  list.style.height = `${room}px`;
  // Break long words only if they would make everything small.
  const found = best(list, tiles) ?? best(list, tiles, "breaking");
  if (!found) {
    list.className = "tiles";
    list.removeAttribute("style");
  } else arrange(list, found.columns, found.size, tiles.length);
}

const bottomSpace = () => parseFloat(getComputedStyle(document.querySelector("main") ?? document.body).paddingBottom);

/** @type {(list: HTMLElement, tiles: HTMLElement[], how?: string) => {columns: number, size: number} | null} */
function best(list, tiles, how = "") {
  if (how) list.classList.add(how);
  const wide = [...list.querySelectorAll(".tile-head, .tile-sides")];
  const fits = (columns, size) => {
    arrange(list, columns, size, tiles.length);
    return tiles.every((tile) => tile.scrollHeight <= tile.clientHeight + 1) && wide.every((part) => part.scrollWidth <= part.clientWidth + 1);
  };
  /** @type {{columns: number, size: number} | null} */
  let found = null;
  for (let columns = 1; columns <= Math.min(tiles.length, Math.floor(innerWidth / COLUMN)); columns++) {
    if (!fits(columns, found ? found.size + 1 : SMALLEST)) continue;
    found = { columns, size: largest((size) => fits(columns, size), found ? found.size + 1 : SMALLEST) };
  }
  return found;
}

// Find the largest size that fits, starting from one that does.
function largest(fits, from) {
  let [low, high] = [from, LARGEST];
  while (high - low > 1) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** @type {(list: HTMLElement, columns: number, size: number, count: number) => void} */
function arrange(list, columns, size, count) {
  list.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
  list.style.gridTemplateRows = `repeat(${Math.ceil(count / columns)}, minmax(0, 1fr))`;
  list.style.fontSize = `${size}px`;
}
