/** Joins the tracer's layers into a clean picture: an edge-stopping à-trous filter over light, not over colour. */
import { clamp, tone } from '../maths.mjs';

const EPS = 0.012;

/** Linear picture, three floats a pixel. */
export function join(layers, { w, h, exp = 1, kiln }) {
  const n = w * h,
    light = new Float32Array(n * 3),
    { albedo, diffuse, gloss } = layers;
  for (let i = 0; i < n * 3; i++) light[i] = diffuse[i] / (albedo[i] + EPS);
  const clean = filter(light, layers.diffuseVar, layers, w, h, 5, 2.6);
  const shine = kiln ? gloss : filter(gloss, layers.glossVar, layers, w, h, 5, 2.6);
  const out = new Float32Array(n * 3);
  for (let i = 0; i < n * 3; i++) out[i] = (clean[i] * (albedo[i] + EPS) + shine[i]) * exp;
  return out;
}

function filter(source, variance, { normal, depth }, w, h, passes, softness) {
  let a = source,
    v = spread(variance, w, h),
    b = new Float32Array(source.length),
    u = new Float32Array(variance.length);
  const K = [0.25, 0.5, 0.25];
  for (let p = 0; p < passes; p++) {
    const step = 1 << p;
    for (let y = 0; y < h; y++)
      for (let x = 0; x < w; x++) {
        const i = y * w + x,
          i3 = i * 3,
          l0 = a[i3] * 0.3 + a[i3 + 1] * 0.6 + a[i3 + 2] * 0.1,
          sigma = softness * Math.sqrt(v[i]) + 0.004,
          z0 = depth[i];
        const n0 = normal[i3],
          n1 = normal[i3 + 1],
          n2 = normal[i3 + 2],
          nn = n0 * n0 + n1 * n1 + n2 * n2 + 1e-6;
        let s0 = 0,
          s1 = 0,
          s2 = 0,
          sv = 0,
          sw = 0;
        for (let dy = -1; dy < 2; dy++)
          for (let dx = -1; dx < 2; dx++) {
            const X = x + dx * step,
              Y = y + dy * step;
            if (X < 0 || Y < 0 || X >= w || Y >= h) continue;
            const j = Y * w + X,
              j3 = j * 3,
              dn = (n0 * normal[j3] + n1 * normal[j3 + 1] + n2 * normal[j3 + 2]) / nn;
            if (dn < 0.6 && (dx || dy)) continue;
            const l = a[j3] * 0.3 + a[j3 + 1] * 0.6 + a[j3 + 2] * 0.1,
              m = Math.min(1, dn),
              m2 = m * m,
              m8 = m2 * m2 * m2 * m2;
            const wt =
              K[dx + 1] *
              K[dy + 1] *
              m8 *
              m8 *
              Math.exp(-Math.abs(l - l0) / sigma - Math.abs(depth[j] - z0) / (0.03 * step + 0.02));
            s0 += a[j3] * wt;
            s1 += a[j3 + 1] * wt;
            s2 += a[j3 + 2] * wt;
            sv += v[j] * wt * wt;
            sw += wt;
          }
        b[i3] = s0 / sw;
        b[i3 + 1] = s1 / sw;
        b[i3 + 2] = s2 / sw;
        u[i] = sv / (sw * sw);
      }
    const t = a === source ? new Float32Array(source.length) : a;
    a = b;
    b = t;
    const tv = v;
    v = u;
    u = tv;
  }
  return a;
}

/** Few samples know their own variance badly: ask the neighbours too. */
function spread(v, w, h) {
  const out = new Float32Array(v.length);
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      let s = 0,
        n = 0;
      for (let dy = -2; dy < 3; dy++)
        for (let dx = -2; dx < 3; dx++) {
          const X = x + dx,
            Y = y + dy;
          if (X >= 0 && Y >= 0 && X < w && Y < h) {
            s += v[Y * w + X];
            n++;
          }
        }
      out[y * w + x] = s / n;
    }
  return out;
}

/** Exposes a linear picture to eight bits, with a lens's falloff and a little grain. */
export function expose(linear, { w, h, kiln, saturation = kiln ? 1 : 0.8, grain = 0.026 }) {
  const out = Buffer.alloc(w * h * 3);
  let seed = 99;
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const i = (y * w + x) * 3,
        vx = x / w - 0.5,
        vy = y / h - 0.5,
        fall = 1 - 0.34 * (vx * vx + vy * vy) * (kiln ? 2.6 : 1.3);
      const r = tone(linear[i] * fall),
        g = tone(linear[i + 1] * fall),
        b = tone(linear[i + 2] * fall),
        lum = r * 0.3 + g * 0.59 + b * 0.11;
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      const k = (seed / 4294967296 - 0.5) * grain;
      out[i] = clamp(lum + (r - lum) * saturation + k) * 255 + 0.5;
      out[i + 1] = clamp(lum + (g - lum) * saturation + k) * 255 + 0.5;
      out[i + 2] = clamp(lum + (b - lum) * saturation + k) * 255 + 0.5;
    }
  return out;
}
