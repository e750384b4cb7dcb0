/** Flat noise for panels, paper and haze. */
import { lerp } from '../maths.mjs';

export const YEL = [0.93, 0.98, 0.12],
  BLU = [0.16, 0.5, 1],
  RED = [1, 0.22, 0.12],
  WHT = [1, 0.97, 0.9],
  GRN = [0.3, 1, 0.55],
  INK = [0.02, 0.02, 0.022],
  IVORY = [0.86, 0.85, 0.8];
export const h2 = (x, y, s = 0) => {
  let n = (Math.imul(x | 0, 374761393) + Math.imul(y | 0, 668265263) + Math.imul(s, 974634777)) | 0;
  n = Math.imul(n ^ (n >>> 13), 1274126177);
  return ((n ^ (n >>> 16)) >>> 0) / 4294967296;
};
export const n2 = (x, y, s = 0) => {
  const i = Math.floor(x),
    j = Math.floor(y),
    u = x - i,
    v = y - j,
    a = u * u * (3 - 2 * u),
    b = v * v * (3 - 2 * v);
  return lerp(lerp(h2(i, j, s), h2(i + 1, j, s), a), lerp(h2(i, j + 1, s), h2(i + 1, j + 1, s), a), b);
};
export const fbm2 = (x, y, s = 0, o = 5) => {
  let r = 0,
    a = 0.5;
  for (let k = 0; k < o; k++) {
    r += a * n2(x, y, s + k);
    x = x * 2.03 + 17.1;
    y = y * 2.03 + 9.7;
    a *= 0.5;
  }
  return r;
};
/** A soft light at a place: gaussian in two widths. */
export const glow = (x, y, cx, cy, sx, sy = sx) => Math.exp(-(((x - cx) / sx) ** 2 + ((y - cy) / sy) ** 2));
