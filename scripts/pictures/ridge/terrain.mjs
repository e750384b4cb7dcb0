/**
 * Mountains that could be walked: ridged noise, worn down by running water, then sharpened twice. A terrain repeats
 * at its edges, so a view may go on as far as the air lets it. Kept in the temporary folder between runs.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clamp, rng, ss } from '../maths.mjs';

/** Cells a side. One cell is about two metres; heights are in cells too. */
export const SIZE = 4096;
const RECIPES = {
  alps: { seed: 11, relief: 690, first: 4, sharp: 1.02, floor: 0.22, rain: 420_000 },
  fells: { seed: 29, relief: 430, first: 5, sharp: 0.9, floor: 0.32, rain: 260_000 },
  needles: { seed: 47, relief: 860, first: 5, sharp: 1.45, floor: 0.16, rain: 160_000 },
};

/** { h, n, top }: heights of n × n cells, the highest of them. */
export function terrainOf(name) {
  const file = join(tmpdir(), `ridge-${name}-6.f32`),
    recipe = RECIPES[name];
  if (existsSync(file)) {
    const raw = readFileSync(file);
    return terrain(new Float32Array(raw.buffer, raw.byteOffset, raw.length / 4));
  }
  let h = wear(rise(1024, recipe), 1024, recipe.rain, 60, recipe.seed);
  h = roughen(twice(h, 1024), 2048, 5.5, 96, recipe.seed + 1);
  h = wear(h, 2048, recipe.rain * 1.6, 26, recipe.seed + 2);
  h = roughen(twice(h, 2048), SIZE, 1.5, 560, recipe.seed + 3);
  writeFileSync(file, Buffer.from(h.buffer));
  return terrain(h);
}
/** Any square of heights as a terrain. */
export function terrain(h) {
  let top = 0,
    low = Infinity;
  for (const v of h) {
    if (v > top) top = v;
    if (v < low) low = v;
  }
  return { h, n: Math.round(Math.sqrt(h.length)), top, low, forest: null, trail: null };
}

const COS = Float32Array.from({ length: 256 }, (_, i) => Math.cos((i / 256) * Math.PI * 2)),
  SIN = Float32Array.from({ length: 256 }, (_, i) => Math.sin((i / 256) * Math.PI * 2));
const spin = (x, y, s) => {
  let n = (Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(s, 974634777)) | 0;
  n = Math.imul(n ^ (n >>> 13), 1274126177);
  return ((n ^ (n >>> 16)) >>> 8) & 255;
};
/** Gradient noise of about -0.7 to 0.7 whose lattice repeats after `p`. */
export function waves(x, y, p, s) {
  const X = Math.floor(x),
    Y = Math.floor(y),
    u = x - X,
    v = y - Y,
    a = ((X % p) + p) % p,
    b = ((Y % p) + p) % p,
    c = (a + 1) % p,
    d = (b + 1) % p;
  const dot = (i, j, du, dv) => {
    const k = spin(i, j, s);
    return COS[k] * du + SIN[k] * dv;
  };
  const f = u * u * u * (u * (u * 6 - 15) + 10),
    g = v * v * v * (v * (v * 6 - 15) + 10);
  const top = dot(a, b, u, v) * (1 - f) + dot(c, b, u - 1, v) * f,
    low = dot(a, d, u, v - 1) * (1 - f) + dot(c, d, u - 1, v - 1) * f;
  return top * (1 - g) + low * g;
}
export function wavesOf(u, v, first, octaves, s) {
  let r = 0,
    a = 0.5,
    p = first;
  for (let o = 0; o < octaves; o++) {
    r += a * waves(u * p, v * p, p, s + o);
    a *= 0.5;
    p *= 2;
  }
  return r;
}

function rise(n, { seed, relief, first, sharp, floor }) {
  const h = new Float32Array(n * n);
  for (let j = 0; j < n; j++)
    for (let i = 0; i < n; i++) {
      let u = i / n,
        v = j / n;
      const wu = wavesOf(u, v, 4, 3, seed + 40) * 0.07,
        wv = wavesOf(u, v, 4, 3, seed + 60) * 0.07;
      u += wu;
      v += wv;
      const range = ss(-0.28, 0.36, wavesOf(u, v, 2, 3, seed)),
        hills = wavesOf(u, v, first, 5, seed + 20) + 0.5;
      let ridge = 0,
        a = 0.55,
        w = 1,
        p = first;
      for (let o = 0; o < 7; o++) {
        let r = 1 - Math.abs(waves(u * p, v * p, p, seed + 80 + o)) * 1.55;
        r = Math.max(0, r) ** (1.6 * sharp);
        ridge += r * a * w;
        w = clamp(r * 1.5);
        a *= 0.5;
        p *= 2;
      }
      h[j * n + i] = (relief / (SIZE / n)) * (floor * hills * 0.6 + ridge * (0.16 + 0.84 * range));
    }
  return h;
}

/** Drops run downhill, take soil where they are fast and leave it where they tire. */
function wear(h, n, drops, life, seed) {
  const R = rng(seed),
    at = (x, y) => ((y + n) % n) * n + ((x + n) % n);
  const brush = [];
  for (let j = -2; j <= 2; j++)
    for (let i = -2; i <= 2; i++) {
      const w = Math.max(0, 2.4 - Math.hypot(i, j));
      if (w > 0) brush.push([i, j, w]);
    }
  const whole = brush.reduce((s, b) => s + b[2], 0);
  for (let d = 0; d < drops; d++) {
    let x = R() * n,
      y = R() * n,
      dx = 0,
      dy = 0,
      speed = 1,
      water = 1,
      soil = 0;
    for (let step = 0; step < life; step++) {
      const X = Math.floor(x),
        Y = Math.floor(y),
        u = x - X,
        v = y - Y,
        a = h[at(X, Y)],
        b = h[at(X + 1, Y)],
        c = h[at(X, Y + 1)],
        e = h[at(X + 1, Y + 1)];
      const gx = (b - a) * (1 - v) + (e - c) * v,
        gy = (c - a) * (1 - u) + (e - b) * u,
        old = a * (1 - u) * (1 - v) + b * u * (1 - v) + c * (1 - u) * v + e * u * v;
      dx = dx * 0.06 - gx * 0.94;
      dy = dy * 0.06 - gy * 0.94;
      const len = Math.hypot(dx, dy);
      if (len < 1e-6) break;
      dx /= len;
      dy /= len;
      x = (x + dx + n) % n;
      y = (y + dy + n) % n;
      const P = Math.floor(x),
        Q = Math.floor(y),
        s = x - P,
        t = y - Q;
      const now =
          h[at(P, Q)] * (1 - s) * (1 - t) +
          h[at(P + 1, Q)] * s * (1 - t) +
          h[at(P, Q + 1)] * (1 - s) * t +
          h[at(P + 1, Q + 1)] * s * t,
        fall = now - old;
      const room = Math.max(-fall * speed * water * 2.2, 0.02);
      if (soil > room || fall > 0) {
        const left = fall > 0 ? Math.min(fall, soil) : (soil - room) * 0.25;
        soil -= left;
        h[at(X, Y)] += left * (1 - u) * (1 - v);
        h[at(X + 1, Y)] += left * u * (1 - v);
        h[at(X, Y + 1)] += left * (1 - u) * v;
        h[at(X + 1, Y + 1)] += left * u * v;
      } else {
        const taken = Math.min((room - soil) * 0.28, -fall * 0.9);
        for (const [i, j, w] of brush) h[at(X + i, Y + j)] -= (taken * w) / whole;
        soil += taken;
      }
      speed = Math.sqrt(Math.max(0.02, speed * speed - fall * 0.55));
      water *= 0.975;
    }
  }
  return h;
}

/** Twice the cells, smoothly; heights grow with them. */
function twice(h, n) {
  const m = n * 2,
    wide = new Float32Array(m * n),
    out = new Float32Array(m * m),
    four = (a, b, c, d) => (9 * (b + c) - a - d) / 16;
  for (let j = 0; j < n; j++)
    for (let i = 0; i < n; i++) {
      const r = j * n;
      wide[j * m + 2 * i] = h[r + i];
      wide[j * m + 2 * i + 1] = four(h[r + ((i + n - 1) % n)], h[r + i], h[r + ((i + 1) % n)], h[r + ((i + 2) % n)]);
    }
  for (let j = 0; j < n; j++)
    for (let i = 0; i < m; i++) {
      out[2 * j * m + i] = 2 * wide[j * m + i];
      out[(2 * j + 1) * m + i] =
        2 *
        four(
          wide[((j + n - 1) % n) * m + i],
          wide[j * m + i],
          wide[((j + 1) % n) * m + i],
          wide[((j + 2) % n) * m + i],
        );
    }
  return out;
}

/** Small crags where it is steep, almost none on meadows. */
function roughen(h, n, by, first, seed) {
  const out = new Float32Array(h.length);
  for (let j = 0; j < n; j++)
    for (let i = 0; i < n; i++) {
      const o = j * n + i,
        gx = h[j * n + ((i + 1) % n)] - h[o],
        gy = h[((j + 1) % n) * n + i] - h[o],
        steep = ss(0.15, 0.9, Math.hypot(gx, gy));
      const r = 1 - Math.abs(waves((i / n) * first, (j / n) * first, first, seed)) * 2,
        q = waves((i / n) * first * 2, (j / n) * first * 2, first * 2, seed + 1);
      out[o] = h[o] + by * ((r - 0.55) * (0.12 + steep) + q * 0.5 * (0.2 + steep));
    }
  return out;
}

/** Height between cells. */
export function heightAt({ h, n }, x, y) {
  const X = Math.floor(x),
    Y = Math.floor(y),
    u = x - X,
    v = y - Y,
    m = n - 1,
    a = X & m,
    b = (X + 1) & m,
    r = (Y & m) * n,
    s = ((Y + 1) & m) * n;
  return (h[r + a] * (1 - u) + h[r + b] * u) * (1 - v) + (h[s + a] * (1 - u) + h[s + b] * u) * v;
}

/** Spruces up to the tree line: small cones on the heights, and where they stand. */
export function plant(land, { line, steepest = 0.95, dense = 0.9, tall = 9 }) {
  const { h, n } = land,
    out = h.slice(),
    forest = new Uint8Array(n * n),
    R = rng(5);
  for (let j = 0; j < n; j += 4)
    for (let i = 0; i < n; i += 4) {
      const x = i + Math.floor(R() * 4),
        y = j + Math.floor(R() * 4),
        roll = R(),
        size = 0.55 + R() * 0.6,
        a = h[(y % n) * n + (x % n)];
      const patch = waves((x / n) * 24, (y / n) * 24, 24, 9) + waves((x / n) * 96, (y / n) * 96, 96, 10) * 0.5;
      const steep = Math.hypot(h[(y % n) * n + ((x + 3) % n)] - a, h[((y + 3) % n) * n + (x % n)] - a) / 3,
        limit = line + patch * line * 0.35;
      if (roll > dense * ss(limit, limit * 0.86, a) * ss(steepest, steepest * 0.7, steep) * ss(-0.55, -0.25, patch))
        continue;
      for (let q = -3; q <= 3; q++)
        for (let p = -3; p <= 3; p++) {
          const part = 1 - Math.hypot(p, q) / (3.1 * size);
          if (part <= 0) continue;
          const o = ((((y + q) % n) + n) % n) * n + ((((x + p) % n) + n) % n),
            up = h[o] + part * tall * size;
          if (up > out[o]) {
            out[o] = up;
            forest[o] = 60 + Math.floor(part * 120) + Math.floor(roll * 70);
          }
        }
    }
  return { ...land, h: out, forest };
}

/** A path of [x, y] points worn into the ground. */
export function tread(land, path, width = 3.2) {
  const trail = land.trail ?? new Uint8Array(land.n * land.n),
    { n } = land;
  for (let k = 1; k < path.length; k++) {
    const [x0, y0] = path[k - 1],
      [x1, y1] = path[k],
      steps = Math.ceil(Math.hypot(x1 - x0, y1 - y0));
    for (let s = 0; s < steps; s++)
      for (let q = -6; q <= 6; q++)
        for (let p = -6; p <= 6; p++) {
          const x = x0 + ((x1 - x0) * s) / steps,
            y = y0 + ((y1 - y0) * s) / steps,
            X = Math.round(x) + p,
            Y = Math.round(y) + q,
            v = 255 * ss(width, width * 0.4, Math.hypot(X - x, Y - y));
          const o = (((Y % n) + n) % n) * n + (((X % n) + n) % n);
          if (v > trail[o]) trail[o] = v;
        }
  }
  return { ...land, trail };
}

/** Switchbacks from a place in the valley towards a top: up at a slant, and round again. */
export function climb(land, from, to, { slant = 1.05, leg = 90, most = 4000 } = {}) {
  const path = [[...from]],
    R = rng(3);
  let [x, y] = from,
    side = 1,
    since = 0,
    next = leg;
  for (let k = 0; k < most; k++) {
    const gx = heightAt(land, x + 8, y) - heightAt(land, x - 8, y),
      gy = heightAt(land, x, y + 8) - heightAt(land, x, y - 8),
      steep = Math.hypot(gx, gy) / 16;
    const far = Math.hypot(to[0] - x, to[1] - y);
    if (far < 12) break;
    const up = Math.atan2(gy, gx),
      aim = Math.atan2(to[1] - y, to[0] - x),
      turn = side * slant * ss(0.12, 0.5, steep);
    const sx = Math.cos(up + turn) * steep * 1.6 + Math.cos(aim) * 0.42,
      sy = Math.sin(up + turn) * steep * 1.6 + Math.sin(aim) * 0.42,
      len = Math.hypot(sx, sy) || 1;
    x += (sx / len) * 3;
    y += (sy / len) * 3;
    path.push([x, y]);
    if (++since * 3 > next) {
      side = -side;
      since = 0;
      next = leg * (0.6 + R() * 0.8);
    }
  }
  return path;
}

/** The highest places, at least `apart` cells from each other. */
export function peaksOf({ h, n }, count = 12, apart = 500) {
  const found = [];
  const cells = [];
  for (let j = 8; j < n; j += 16) for (let i = 8; i < n; i += 16) cells.push([h[j * n + i], i, j]);
  cells.sort((a, b) => b[0] - a[0]);
  for (const [a, x, y] of cells) {
    if (found.length >= count) break;
    if (
      found.every(
        ([p, q]) =>
          Math.hypot(Math.min(Math.abs(p - x), n - Math.abs(p - x)), Math.min(Math.abs(q - y), n - Math.abs(q - y))) >
          apart,
      )
    )
      found.push([x, y, a]);
  }
  return found;
}

/** The lowest place: where a lake would be. */
export function basinOf({ h, n }) {
  let best = [0, 0, Infinity];
  for (let j = n / 4; j < (n * 3) / 4; j += 8)
    for (let i = n / 4; i < (n * 3) / 4; i += 8) if (h[j * n + i] < best[2]) best = [i, j, h[j * n + i]];
  return best;
}
