/** Fractional parts of cube and square roots of the first primes (FIPS 180-4). */
const primes = Array.from({ length: 312 }, (_, n) => n).filter(
  (n) => n > 1 && Array.from({ length: n }, (_, d) => d).every((d) => d < 2 || n % d !== 0),
);
const fraction = (root: number): number => Math.floor((root % 1) * 2 ** 32);
const constants = Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const start = Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

const turn = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));
const words = new Uint32Array(64);

/**
 * SHA-256 of a text in ASCII, as eight words. Written out because browsers have one of their own on https only, and a
 * slow one for short texts.
 */
export function sha256(text: string): Uint32Array {
  const blocks = (text.length + 9 + 63) >> 6;
  const state = Uint32Array.from(start);
  for (let block = 0; block < blocks; block += 1) {
    for (let word = 0; word < 16; word += 1) {
      const at = block * 64 + word * 4;
      words[word] =
        (byteOf(text, at) << 24) | (byteOf(text, at + 1) << 16) | (byteOf(text, at + 2) << 8) | byteOf(text, at + 3);
    }
    if (block === blocks - 1) words[15] = text.length * 8;
    mix(state);
  }
  return state;
}

const byteOf = (text: string, at: number): number =>
  at < text.length ? text.charCodeAt(at) & 255 : at === text.length ? 128 : 0;

function mix(state: Uint32Array): void {
  for (let n = 16; n < 64; n += 1) {
    const early = words[n - 15]!;
    const late = words[n - 2]!;
    words[n] =
      words[n - 16]! +
      (turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)) +
      words[n - 7]! +
      (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10));
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let n = 0; n < 64; n += 1) {
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + constants[n]! + words[n]!) | 0;
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
  state[4]! += e;
  state[5]! += f;
  state[6]! += g;
  state[7]! += h;
}
