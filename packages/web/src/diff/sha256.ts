/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const ROUND_WORDS = new Uint32Array(64);
const START_WORDS = new Uint32Array(8);
for (let candidate = 2, found = 0; found < 64; candidate += 1) {
  let isPrime = true;
  for (let by = 2; by * by <= candidate; by += 1) if (candidate % by === 0) isPrime = false;
  if (!isPrime) continue;
  if (found < 8) START_WORDS[found] = fraction(candidate ** (1 / 2));
  ROUND_WORDS[found] = fraction(Math.cbrt(candidate));
  found += 1;
}

function fraction(value: number): number {
  return Math.floor((value - Math.floor(value)) * 2 ** 32);
}

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** Returns the SHA-256 of a text. The browser's own function is asynchronous, and absent without TLS. */
export function sha256(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  const blocks = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  blocks.set(bytes);
  blocks[bytes.length] = 0x80;
  const view = new DataView(blocks.buffer);
  view.setUint32(blocks.length - 8, Math.floor((bytes.length * 8) / 2 ** 32));
  view.setUint32(blocks.length - 4, (bytes.length * 8) >>> 0);
  const state = START_WORDS.slice();
  const words = new Int32Array(64);
  for (let at = 0; at < blocks.length; at += 64) addBlock(state, words, view, at);
  const digest = new DataView(new ArrayBuffer(32));
  for (const [at, word] of state.entries()) digest.setUint32(at * 4, word);
  return new Uint8Array(digest.buffer);
}

function addBlock(state: Uint32Array, words: Int32Array, view: DataView, start: number): void {
  for (let at = 0; at < 16; at += 1) words[at] = view.getInt32(start + at * 4);
  for (let at = 16; at < 64; at += 1) {
    const [early = 0, late = 0] = [words[at - 15], words[at - 2]];
    const first = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const second = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[at] = (words[at - 16] ?? 0) + first + (words[at - 7] ?? 0) + second;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at += 1) {
    const mixed = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const one = (h + mixed + ((e & f) ^ (~e & g)) + (ROUND_WORDS[at] ?? 0) + (words[at] ?? 0)) | 0;
    const sum = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const two = (sum + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at] = (state[at] ?? 0) + word;
}
