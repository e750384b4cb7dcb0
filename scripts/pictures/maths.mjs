/** Noise, mixing and colour for the picture generators. Plain JavaScript: these loops run a billion times. */

/** '#rrggbb' to linear light, three channels of 0 to 1. */
export const lin = (hex) =>
  [1, 3, 5].map((i) => {
    const c = parseInt(hex.slice(i, i + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
export const clamp = (x, a = 0, b = 1) => (x < a ? a : x > b ? b : x);
export const lerp = (a, b, t) => a + (b - a) * t;
export const mix = (a, b, t) => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
/** Smooth step; the edges may be given falling. */
export const ss = (a, b, x) => {
  const t = clamp((x - a) / (b - a));
  return t * t * (3 - 2 * t);
};

export const hash = (x, y, z) => {
  let h = Math.imul(x | 0, 374761393) ^ Math.imul(y | 0, 668265263) ^ Math.imul(z | 0, 2147483647 ^ 0x5bd1e995);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  return ((h ^ (h >>> 13)) >>> 0) / 4294967296;
};

/** Value noise, 0 to 1. */
export function vn(x, y, z) {
  const X = Math.floor(x),
    Y = Math.floor(y),
    Z = Math.floor(z);
  let u = x - X,
    v = y - Y,
    w = z - Z;
  u = u * u * (3 - 2 * u);
  v = v * v * (3 - 2 * v);
  w = w * w * (3 - 2 * w);
  const a = lerp(hash(X, Y, Z), hash(X + 1, Y, Z), u),
    b = lerp(hash(X, Y + 1, Z), hash(X + 1, Y + 1, Z), u);
  const c = lerp(hash(X, Y, Z + 1), hash(X + 1, Y, Z + 1), u),
    d = lerp(hash(X, Y + 1, Z + 1), hash(X + 1, Y + 1, Z + 1), u);
  return lerp(lerp(a, b, v), lerp(c, d, v), w);
}

export const fbm = (x, y, z, octaves = 4) => {
  let s = 0,
    a = 0.5,
    n = 0;
  for (let i = 0; i < octaves; i++) {
    s += a * vn(x, y, z);
    n += a;
    a *= 0.5;
    x = x * 2.03 + 7.1;
    y = y * 2.03 + 3.7;
    z = z * 2.03 + 1.9;
  }
  return s / n;
};

/** Cell noise: distance to the nearest and the second point, and the nearest one's number. */
export function worley(x, y, z) {
  const X = Math.floor(x),
    Y = Math.floor(y),
    Z = Math.floor(z);
  let f1 = 9,
    f2 = 9,
    id = 0;
  for (let i = -1; i < 2; i++)
    for (let j = -1; j < 2; j++)
      for (let k = -1; k < 2; k++) {
        const a = X + i,
          b = Y + j,
          c = Z + k;
        const dx = a + hash(a, b, c) - x,
          dy = b + hash(a + 57, b, c) - y,
          dz = c + hash(a, b + 91, c) - z;
        const d = dx * dx + dy * dy + dz * dz;
        if (d < f1) {
          f2 = f1;
          f1 = d;
          id = hash(a, b, c + 33);
        } else if (d < f2) f2 = d;
      }
  return [Math.sqrt(f1), Math.sqrt(f2), id];
}

/** A repeatable random source. */
export const rng = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};

/** Filmic curve and gamma: linear light to a display value. */
export const tone = (v) => {
  v *= 0.92;
  v = (v * (2.51 * v + 0.03)) / (v * (2.43 * v + 0.59) + 0.14);
  return clamp(v) ** (1 / 2.2) * 0.985 + 0.012;
};
