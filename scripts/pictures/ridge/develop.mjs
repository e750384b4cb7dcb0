/** From linear frames to pictures: averaged down, a bloom, a filmic curve, a little grain. */
import sharp from 'sharp';
import { clamp, rng, ss } from '../maths.mjs';

export const frameOf = (w, h) => ({ w, h, d: new Float32Array(w * h * 3) });

/** Halves a frame `by` times each way. */
export function smaller({ w, h, d }, by) {
  const W = Math.floor(w / by),
    H = Math.floor(h / by),
    out = frameOf(W, H);
  for (let y = 0; y < H; y++)
    for (let x = 0; x < W; x++)
      for (let c = 0; c < 3; c++) {
        let s = 0;
        for (let j = 0; j < by; j++)
          for (let i = 0; i < by; i++) s += Math.min(6, d[((y * by + j) * w + x * by + i) * 3 + c]);
        out.d[(y * W + x) * 3 + c] = s / (by * by);
      }
  return out;
}

function soften({ w, h, d }, r) {
  let a = d;
  for (let pass = 0; pass < 2; pass++)
    for (const [count, length, step, stride] of [
      [h, w, 3, w * 3],
      [w, h, w * 3, 3],
    ]) {
      const b = new Float32Array(d.length);
      for (let k = 0; k < count; k++)
        for (let c = 0; c < 3; c++) {
          const o = k * stride + c,
            at = (i) => a[o + clamp(i, 0, length - 1) * step];
          let s = 0;
          for (let i = -r; i <= r; i++) s += at(i);
          for (let i = 0; i < length; i++) {
            b[o + i * step] = s / (2 * r + 1);
            s += at(i + r + 1) - at(i - r);
          }
        }
      a = b;
    }
  return { w, h, d: a };
}

/** Eight bit RGB of a frame. */
export function develop(
  f,
  { bloom = 0.35, from = 0.85, grain = 0.012, edge = 0.28, light = 1, warm = 0, seed = 7 } = {},
) {
  const { w, h, d } = f,
    small = smaller(f, 4),
    hot = { ...small, d: small.d.map((v) => Math.max(0, v - from)) },
    g1 = bloom ? soften(hot, Math.max(1, Math.round(small.w / 90))) : null,
    g2 = bloom ? soften(hot, Math.round(small.w / 18)) : null;
  const out = Buffer.alloc(w * h * 3),
    R = rng(seed);
  const up = (g, x, y, c) => {
    const u = clamp(x / 4 - 0.5, 0, g.w - 1.001),
      v = clamp(y / 4 - 0.5, 0, g.h - 1.001),
      X = Math.floor(u),
      Y = Math.floor(v),
      p = u - X,
      q = v - Y,
      o = (Y * g.w + X) * 3 + c,
      r = g.w * 3;
    return (g.d[o] * (1 - p) + g.d[o + 3] * p) * (1 - q) + (g.d[o + r] * (1 - p) + g.d[o + r + 3] * p) * q;
  };
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const i = (y * w + x) * 3,
        dx = (x / w - 0.5) * 2,
        dy = (y / h - 0.5) * 2,
        v = (1 - edge * ss(0.35, 2, dx * dx + dy * dy)) * light,
        n = grain ? (R() + R() + R() - 1.5) * grain : (R() - 0.5) * 0.006;
      for (let c = 0; c < 3; c++) {
        let k = d[i + c];
        if (g1) k += bloom * (up(g1, x, y, c) * 0.6 + up(g2, x, y, c) * 0.8);
        k *= v * (1 + warm * (c === 0 ? 1 : c === 2 ? -1 : 0));
        k = (k * (2.51 * k + 0.03)) / (k * (2.43 * k + 0.59) + 0.14);
        out[i + c] = clamp(clamp(k) ** (1 / 2.2) + n) * 255;
      }
    }
  return out;
}

/** The same as a sharp image, with drawings (SVG) laid over it. */
export async function picture(f, options = {}) {
  const image = sharp(develop(f, options), { raw: { width: f.w, height: f.h, channels: 3 } });
  if (!options.over?.length) return image;
  const layers = options.over.map((svg) => (typeof svg === 'string' ? { input: Buffer.from(svg) } : svg));
  return sharp(await image.composite(layers).removeAlpha().raw().toBuffer(), {
    raw: { width: f.w, height: f.h, channels: 3 },
  });
}
