// Decode the pictures of games for Python, which cannot wait for it: when their files arrive, in the
// sizes that generator/browser_images.py names. What was made is stored by the hash of a picture, so
// that it is made once. Line sketches and SVGs with filters are drawn at the moment Python asks.
import { pack, unpack } from "./archives.js";
import { readWhole, writeWhole } from "./whole_files.js";

const FOLDER = "/pictures";
const WHOLE = "whole";
const QUALITY = 0.92;

/** How a picture becomes upright, by its orientation; w and h are its sides before.
 * @type {Record<number, (w: number, h: number) => [number, number, number, number, number, number]>} */
const TURNS = {
  2: (w) => [-1, 0, 0, 1, w, 0],
  3: (w, h) => [-1, 0, 0, -1, w, h],
  4: (_, h) => [1, 0, 0, -1, 0, h],
  5: () => [0, 1, 1, 0, 0, 0],
  6: (_, h) => [0, 1, -1, 0, h, 0],
  7: (w, h) => [0, -1, -1, 0, h, w],
  8: (w) => [0, -1, 1, 0, 0, w],
};

function context(/** @type {number} */ width, /** @type {number} */ height) {
  const pen = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  if (!pen) throw new Error("no canvas");
  pen.imageSmoothingQuality = "high";
  return pen;
}

/** Half by half: browsers skip pixels when they scale down further at once.
 * @param {ImageBitmap} image @param {number} width @param {number} height */
function scale(image, width, height) {
  /** @type {ImageBitmap | OffscreenCanvas} */
  let from = image;
  for (let last = false; !last; ) {
    last = from.width <= 2 * width;
    const [across, down] = last ? [width, height] : [Math.ceil(from.width / 2), Math.ceil(from.height / 2)];
    const next = context(across, down);
    next.drawImage(from, 0, 0, across, down);
    from = next.canvas;
  }
  return from;
}

/** @param {ImageBitmap} image @param {number} orientation @param {number} width @param {number} height */
function upright(image, orientation, width, height) {
  const [across, down] = orientation > 4 ? [height, width] : [width, height];
  const small = scale(image, across, down);
  if (orientation === 1) return small;
  const turned = context(width, height);
  turned.setTransform(...TURNS[orientation](across, down));
  turned.drawImage(small, 0, 0);
  return turned.canvas;
}

/** @param {any} canvas @returns {ImageData} */
const pixelsOf = (canvas) => canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);

/** How far a box reaches whose blur, three times over, is a Gaussian one; a fraction of a pixel counts too.
 * @param {number} deviation */
function boxReach(deviation) {
  const variance = deviation ** 2 / 3;
  const whole = Math.floor((Math.sqrt(12 * variance + 1) - 1) / 2);
  return whole + ((2 * whole + 1) * (whole * (whole + 1) - 3 * variance)) / (6 * (variance - (whole + 1) ** 2));
}

/** Replace each pixel by the mean of its surroundings; outside a line, the pixel at its end counts.
 * @param {Uint8ClampedArray} line @param {number} reach */
function blurLine(line, reach) {
  const margin = Math.floor(reach) + 1; // this pixel on each side counts in part
  const longer = new Uint8ClampedArray(line.length + 2 * margin).fill(line[0]).fill(line[line.length - 1], margin + line.length);
  longer.set(line, margin);
  const share = 1 / (2 * reach + 1);
  const edge = share * (reach + 1 - margin);
  let sum = 0;
  for (let place = 1; place < 2 * margin; place += 1) sum += longer[place];
  for (let place = 0; place < line.length; place += 1) {
    const after = longer[place + 2 * margin];
    line[place] = share * sum + edge * (longer[place] + after);
    sum += after - longer[place + 1];
  }
}

/** Blur a picture of one channel as Pillow does: Safari's canvas has no filters.
 * @param {Uint8ClampedArray} grey @param {number} width @param {number} height @param {number} deviation */
function blur(grey, width, height, deviation) {
  const reach = boxReach(deviation);
  const blurred = grey.slice();
  for (const [lines, next, length, step] of [[height, width, width, 1], [width, 1, height, width]]) {
    const line = new Uint8ClampedArray(length);
    for (let first = 0; first < lines * next; first += next) {
      for (let place = 0; place < length; place += 1) line[place] = blurred[first + place * step];
      for (let time = 0; time < 3; time += 1) blurLine(line, reach);
      for (let place = 0; place < length; place += 1) blurred[first + place * step] = line[place];
    }
  }
  return blurred;
}

/** White, except where it is darker than its surroundings; see line_sketch in generator/images.py.
 * @param {ImageData} picture @param {number} around @param {number} strength */
function sketchPixels({ data, width, height }, around, strength) {
  const grey = new Uint8ClampedArray(width * height);
  for (let at = 0; at < data.length; at += 4) {
    const light = 0.299 * data[at] + 0.587 * data[at + 1] + 0.114 * data[at + 2];
    grey[at / 4] = 255 + ((light - 255) * data[at + 3]) / 255;
  }
  const blurred = blur(grey, width, height, Math.max(1, Math.max(width, height) * around));
  const sketch = data.slice(); // its last channel stays as it is
  for (let at = 0; at < data.length; at += 4) sketch.fill(255 - Math.max(0, blurred[at / 4] - grey[at / 4]) / strength, at, at + 3);
  return sketch;
}

/** The renderer multiplies colours by their opacity. @param {Uint8Array} pixels */
function unpremultiply(pixels) {
  for (let at = 0; at < pixels.length; at += 4) {
    const opacity = pixels[at + 3];
    if (opacity === 0 || opacity === 255) continue;
    for (let of = at; of < at + 3; of += 1) pixels[of] = Math.min(255, Math.round((pixels[of] * 255) / opacity));
  }
  return pixels;
}

/** own: the handle of this site's folder in the browser's storage; sweeps: whether to delete what no
 * picture needs any more.
 * @param {Python} python @param {FileSystemDirectoryHandle | null} own @param {boolean} sweeps */
export async function openPictures(python, own, sweeps) {
  const { FS } = python;
  const images = python.pyimport("generator.browser_images");
  const pictures = python.pyimport("generator.web.browser_pictures").NewPictures();
  const stored = own && (await own.getDirectoryHandle("pictures", { create: true }));
  /** @type {any} */
  let renderer = null;
  let swept = !sweeps || !stored;

  const png = (/** @type {Uint8ClampedArray} */ pixels, /** @type {number} */ width, /** @type {number} */ height) => {
    const content = images.plain_png(python.toPy(pixels), width, height);
    const bytes = content.toJs();
    content.destroy();
    return bytes;
  };

  async function encode(/** @type {any} */ canvas, /** @type {string} */ name) {
    if (name.endsWith(".png")) return png(pixelsOf(canvas).data, canvas.width, canvas.height);
    const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: QUALITY });
    return new Uint8Array(await blob.arrayBuffer());
  }

  async function makePicture(/** @type {NewPicture} */ { orientation, content, versions, sketch }) {
    const image = await createImageBitmap(new Blob([content]), { colorSpaceConversion: "none" });
    const files = new Map();
    for (const [name, width, height] of versions) files.set(name, await encode(upright(image, orientation, width, height), name));
    if (sketch) {
      const canvas = upright(image, orientation, ...sketch.size);
      files.set(sketch.name, png(sketchPixels(pixelsOf(canvas), sketch.around, sketch.strength), ...sketch.size));
    }
    image.close();
    return files.set(WHOLE, new Uint8Array());
  }

  /** A picture that the browser cannot decode gets an empty folder: Python reports it. @param {NewPicture} picture */
  async function decode(picture) {
    const { key } = picture;
    FS.mkdirTree(`${FOLDER}/${key}`);
    const content = stored && (await readWhole(stored, key).catch(() => null));
    const files = content ? unpack(content) : [...(await makePicture(picture).catch(() => new Map()))];
    // If the storage is full, the picture is made again next time.
    if (stored && !content && files.length) await writeWhole(stored, key, await pack(files)).catch(() => null);
    for (const [name, bytes] of files) FS.writeFile(`${FOLDER}/${key}/${name}`, bytes);
  }

  async function sweep() {
    swept = true;
    for await (const name of stored?.keys() ?? []) {
      if (!FS.analyzePath(`${FOLDER}/${name.split(".")[0]}`).exists) await stored?.removeEntry(name).catch(() => null);
    }
  }

  async function decodeAll() {
    for (const one of pictures.new_pictures()) {
      const picture = one.toJs({ dict_converter: Object.fromEntries });
      one.destroy();
      await decode(picture);
    }
    if (!swept) await sweep();
    if (pictures.renderer && !renderer) renderer = await loadedRenderer().catch(() => null);
  }

  python.registerJsModule("browser_pictures", {
    /** @param {any} content @param {number} width @param {number} height @param {number} around @param {number} strength */
    sketch(content, width, height, around, strength) {
      const pixels = new ImageData(new Uint8ClampedArray(content.toJs()), width, height);
      return sketchPixels(pixels, around, strength);
    },
    /** @param {string} svg @param {number} width @param {any} fonts */
    render(svg, width, fonts) {
      if (!renderer) return "resvg";
      try {
        const fontBuffers = fonts.toJs().map((/** @type {string} */ path) => FS.readFile(path));
        const drawing = new renderer.Resvg(svg, { dpi: 96, fitTo: { mode: "width", value: width }, font: { fontBuffers } });
        const image = drawing.render();
        const answer = [unpremultiply(image.pixels), image.width, image.height];
        image.free();
        drawing.free();
        return answer;
      } catch (fault) {
        return String(/** @type {Error} */ (fault).message ?? fault);
      }
    },
  });

  // One after the other: each may need much memory.
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();
  return { follow: () => (last = last.catch(() => null).then(decodeAll)) };
}

async function loadedRenderer() {
  const module = await import(new URL("engine/resvg.mjs", import.meta.url).href);
  await module.initWasm(fetch(new URL("engine/resvg.wasm", import.meta.url)));
  return module;
}
