/** What shines in the dark: stars, the moon, the band of the galaxy, lamps. */
import { clamp, rng, ss } from '../maths.mjs';
import { fbm2, n2 } from '../patch/noise.mjs';

/** Adds light around a place of a frame. */
export function glowAt(f, x, y, radius, colour, power = 1) {
  const r = Math.ceil(radius * 3.2),
    X0 = Math.max(0, Math.floor(x - r)),
    X1 = Math.min(f.w - 1, Math.ceil(x + r)),
    Y0 = Math.max(0, Math.floor(y - r)),
    Y1 = Math.min(f.h - 1, Math.ceil(y + r));
  for (let j = Y0; j <= Y1; j++)
    for (let i = X0; i <= X1; i++) {
      const k = Math.hypot(i - x, j - y) / radius,
        g = power * (Math.exp(-k * k * 2.2) + (0.06 / (1 + k * k * 1.2)) * ss(3.2, 2, k)),
        o = (j * f.w + i) * 3;
      f.d[o] += colour[0] * g;
      f.d[o + 1] += colour[1] * g;
      f.d[o + 2] += colour[2] * g;
    }
}

const tints = [
  [1, 0.94, 0.86],
  [0.86, 0.92, 1],
  [1, 1, 1],
  [1, 0.84, 0.68],
];
/** Stars where the sky is open. With `turn` they leave arcs about the pole (parts of the picture). */
export function stars(
  f,
  seen,
  { count = 2600, seed = 4, pole = [0.5, 0.2], turn = 0, from = 0, strength = 1, size = 1 } = {},
) {
  const R = rng(seed),
    px = pole[0] * f.w,
    py = pole[1] * f.h,
    far = Math.hypot(f.w, f.h) * 1.1,
    isSky = (x, y) => {
      const X = Math.round(x),
        Y = Math.round(y);
      return X >= 0 && Y >= 0 && X < f.w && Y < f.h && (!seen || seen.depth[Y * f.w + X] === Infinity);
    };
  for (let k = 0; k < count; k++) {
    const r = far * Math.sqrt(R()),
      a = R() * Math.PI * 2,
      bright = 0.12 / (R() * 0.98 + 0.02) ** 0.75,
      tint = tints[Math.floor(R() * 4)],
      s = size * (0.7 + Math.min(1.5, bright * 0.5));
    const steps = turn ? Math.max(2, Math.ceil((r * turn) / (0.8 * size))) : 1;
    if (!turn) {
      const x = px + r * Math.cos(a + from),
        y = py + r * Math.sin(a + from);
      if (isSky(x, y)) glowAt(f, x, y, s, tint, Math.min(4, bright) * strength * ss(1.02, 0.6, y / f.h));
      continue;
    }
    for (let q = 0; q < steps; q++) {
      const b = a + from + (q / steps) * turn,
        x = px + r * Math.cos(b),
        y = py + r * Math.sin(b);
      if (!isSky(x, y)) continue;
      const v = Math.min(1.6, bright * 0.55) * strength * (0.35 + 0.65 * (q / steps)),
        X = Math.floor(x),
        Y = Math.floor(y),
        u = x - X,
        w = y - Y;
      for (const [i, j, part] of [
        [0, 0, (1 - u) * (1 - w)],
        [1, 0, u * (1 - w)],
        [0, 1, (1 - u) * w],
        [1, 1, u * w],
      ]) {
        if (X + i >= f.w || Y + j >= f.h) continue;
        const o = ((Y + j) * f.w + X + i) * 3;
        for (let c = 0; c < 3; c++) f.d[o + c] = Math.max(f.d[o + c], tint[c] * v * part + f.d[o + c] * 0.4);
      }
    }
  }
}

/** The galaxy as a band through (x, y) at an angle, all in parts of the picture. */
export function galaxy(f, seen, { x = 0.6, y = 0.3, angle = -1, width = 0.16, strength = 0.3, seed = 6 } = {}) {
  const nx = -Math.sin(angle),
    ny = Math.cos(angle);
  for (let j = 0; j < f.h; j++)
    for (let i = 0; i < f.w; i++) {
      if (seen && seen.depth[j * f.w + i] !== Infinity) continue;
      const u = i / f.w - x,
        v = (j / f.h - y) * (f.h / f.w),
        across = (u * nx + v * ny) / width,
        along = u * ny - v * nx,
        warp = fbm2(along * 5, across * 2, seed + 4, 5),
        wisp = fbm2(along * 11 + warp * 3, across * 3 + warp * 2, seed, 7),
        lane =
          ss(0.36, 0.66, fbm2(along * 13 + 5 + warp * 4, across * 6 + warp * 3, seed + 9, 7)) *
          Math.exp(-across * across * 6),
        core = Math.exp(-((along - 0.06) ** 2) * 7);
      const g = strength * Math.exp(-across * across * 2) * (0.35 + wisp * 1.2) * (1 - 0.8 * lane) * (0.35 + core),
        o = (j * f.w + i) * 3,
        dust = strength * 0.5 * Math.exp(-across * across * 3) * core * wisp;
      f.d[o] += g * 0.72 + dust * 0.5;
      f.d[o + 1] += g * 0.7 + dust * 0.26;
      f.d[o + 2] += g * 0.86 + dust * 0.2;
    }
}

/** The moon, with its seas; behind what stands before it. */
export function moon(f, seen, { x, y, radius, strength = 2.2, glow = 0.1, phase = 1, tint = [1, 0.95, 0.84] }) {
  const cx = x * f.w,
    cy = y * f.h,
    r = radius * f.w;
  for (let j = 0; j < f.h; j++)
    for (let i = 0; i < f.w; i++) {
      if (seen && seen.depth[j * f.w + i] !== Infinity) continue;
      const dx = (i - cx) / r,
        dy = (j - cy) / r,
        k = Math.hypot(dx, dy),
        o = (j * f.w + i) * 3,
        halo = glow / (1 + k * k * 0.35);
      const face =
          ss(1.02, 0.97, k) *
          (0.78 + 0.34 * (fbm2(dx * 1.7 + 3, dy * 1.7 + 7, 5, 5) - 0.5) * 2) *
          clamp(Math.sqrt(Math.max(0, 1 - k * k)) * 0.5 + 0.6) *
          ss(-0.06, 0.06, dx + Math.sqrt(Math.max(0, 1 - dy * dy)) * (phase * 2 - 1)),
        v = strength * face + halo;
      for (let c = 0; c < 3; c++) f.d[o + c] += tint[c] * v;
    }
}

/** Curtains of northern light. */
export function aurora(f, seen, { base = 0.42, strength = 0.5, seed = 8, time = 0 } = {}) {
  for (let i = 0; i < f.w; i++) {
    const u = i / f.w;
    for (const [s, low, high, part] of [
      [seed, base, 0.34, 1],
      [seed + 5, base - 0.1, 0.28, 0.6],
      [seed + 9, base + 0.06, 0.2, 0.45],
    ]) {
      const fold = fbm2(u * 3.2 + s + time * 0.05, time * 0.1, s, 4) - 0.5,
        foot = (low + fold * 0.34) * f.h,
        tall = high * f.h * (0.5 + n2(u * 30 + s + time * 0.3, 2, s)),
        ray = 0.35 + 0.9 * n2(u * 120 + fold * 40, time * 0.4, s + 3) * n2(u * 14, time * 0.2, s + 4);
      for (let j = Math.max(0, Math.floor(foot - tall * 2.2)); j < Math.min(f.h, foot + f.h * 0.03); j++) {
        if (seen && seen.depth[j * f.w + i] !== Infinity) continue;
        const up = (foot - j) / tall,
          v = strength * part * ray * ss(-0.1, 0.06, up) * Math.exp(-Math.max(0, up) * 1.7),
          o = (j * f.w + i) * 3,
          red = ss(0.5, 1.5, up);
        f.d[o] += v * (0.1 + red * 0.55);
        f.d[o + 1] += v * (0.95 - red * 0.65);
        f.d[o + 2] += v * (0.42 + red * 0.3);
      }
    }
  }
}
