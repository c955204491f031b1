// A table as a link: {g: game, a: answers}, deflated, base64url, in the fragment of the address,
// which browsers never send to a server.

async function through(/** @type {Uint8Array<ArrayBuffer>} */ bytes, /** @type {CompressionStream | DecompressionStream} */ stream) {
  const flow = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(flow).arrayBuffer());
}

export async function pack(/** @type {string} */ game, /** @type {Answers} */ answers) {
  const bytes = new TextEncoder().encode(JSON.stringify({ g: game, a: answers }));
  const small = await through(bytes, new CompressionStream("deflate-raw"));
  return btoa(String.fromCharCode(...small)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const LONGEST = 20000;
const LARGEST = 64 * 1024;

/** Return the table of a link or of its fragment; null for anything else. */
export async function unpack(/** @type {string} */ text) {
  const match = /(?:^|[#&])t=([\w-]+)/.exec(text) ?? /^([\w-]{8,})$/.exec(text.trim());
  if (!match || match[1].length > LONGEST) return null;
  try {
    const bytes = Uint8Array.from(atob(match[1].replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
    const plain = await through(bytes, new DecompressionStream("deflate-raw"));
    if (plain.length > LARGEST) return null;
    const { g, a } = JSON.parse(new TextDecoder().decode(plain));
    return typeof g === "string" && a && typeof a === "object" ? { game: g, answers: a } : null;
  } catch {
    return null;
  }
}
