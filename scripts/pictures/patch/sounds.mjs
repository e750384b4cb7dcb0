/** Sound made visible: spectrograms, sand on a plate, a groove. */
import { clamp, rng, ss } from '../maths.mjs';
import { develop, fill, frame } from './film.mjs';
import { fbm2, glow, h2, n2 } from './noise.mjs';

const W = 1600,
  H = 1200;
const sheet = { w: 1440, thr: 0.5, bloom: 0.35, vig: 0.25, grain: 0.024 };

/** Energy over time and frequency from notes; `floor` adds the room. */
function spectrogram(notes, floor, colour) {
  return fill(frame(W, H), (x, y) => {
    const T = x / W,
      F = 1 - y / H;
    let e = floor(x, y, T, F);
    for (const q of notes) {
      const dt = T - q.t;
      if (dt < 0 || dt > q.l * 3) continue;
      const env = Math.exp((-dt / q.l) * 1.6) * ss(0, q.attack ?? 0.004, dt),
        bend = 1 + q.b * 0.35 * dt + 0.004 * Math.sin(dt * 260) * q.vib;
      if (dt < 0.004 && !q.attack) e += 0.12 * (1 - F) * q.v * n2(x, y / 5, 4);
      for (let h = 1; h < 13; h++) {
        const ff = q.f0 * h * bend * (1 + h * h * 0.0006);
        if (ff > 1) break;
        const dd = (F - ff) * H;
        if (dd < 7 && dd > -7)
          e += ((Math.exp((-dd * dd) / 9) * env * q.v * 1.5) / h ** 0.72) * Math.exp(-dt * h * (q.dull ?? 1.2));
      }
    }
    return colour(clamp(e * (0.92 + 0.16 * n2(x / 1.5, y / 1.5, 8)), 0, 1.6));
  });
}
const yellow = (e) => [
  e ** 1.25 * 1.15,
  e ** 1.35 * 1.15 + 0.004,
  Math.max(0, 0.05 * Math.sin(Math.min(1, e) * 3.14) + Math.max(0, e - 0.55) ** 1.5 * 1.2) + 0.008 + e * 0.05,
];
const blue = (e) => [e ** 2.2 * 1.2, e ** 1.55 * 1.05, e ** 1.1 * 1.05 + 0.008];
const ember = (e) => [e ** 0.9 * 1.1 + 0.004, e ** 1.9 * 0.95, e ** 3.2 * 0.9 + 0.004];

export const SOUNDS = {
  spectrogram: () => {
    const R = rng(9),
      notes = Array.from({ length: 17 }, (_, n) => ({
        t: n / 16 - 0.02 + R() * 0.02,
        l: 0.05 + R() * 0.16,
        f0: 0.03 + R() ** 1.6 * 0.13,
        b: R() - 0.5,
        v: R() * 0.5 + 0.3,
        vib: R(),
      }));
    return develop(
      spectrogram(
        notes,
        (x, y, T, F) => 0.012 + 0.05 * n2(x / 2.2, y / 3, 2) * (1 - F) + 0.06 * fbm2(x / 60, y / 200, 5) * (1 - F),
        yellow,
      ),
      sheet,
    );
  },
  'spectrogram-choir': () => {
    const R = rng(21),
      notes = Array.from({ length: 15 }, (_, n) => ({
        t: n * 0.062 - 0.05 + R() * 0.04,
        l: 0.16 + R() * 0.2,
        f0: 0.038 * [1, 1.25, 1.5, 2, 2.25][n % 5] * (n > 8 ? 1.125 : 1),
        b: (R() - 0.5) * 1.6,
        v: 0.6 + R() * 0.5,
        vib: 2.2,
        attack: 0.06,
        dull: 0.35,
      }));
    return develop(
      spectrogram(notes, (x, y, T, F) => 0.015 + 0.07 * fbm2(x / 30, y / 90, 7) * (1 - F) ** 2, blue),
      sheet,
    );
  },
  'spectrogram-rain': () => {
    const R = rng(33),
      drops = Array.from({ length: 120 }, () => [R(), 0.1 + R() ** 0.8 * 0.7, 0.1 + R() ** 2 * 0.9, 0.05 + R() * 0.22]),
      notes = [0, 1, 2].map((n) => ({
        t: 0.08 + n * 0.31,
        l: 0.24,
        f0: 0.05 + n * 0.012,
        b: -0.4,
        v: 0.6,
        vib: 0.4,
        attack: 0.05,
        dull: 1.4,
      }));
    return develop(
      spectrogram(
        notes,
        (x, y, T, F) => {
          let e = 0.01 + 0.06 * n2(x / 1.6, y / 2.4, 2) * (1 - F) ** 2 + 0.14 * fbm2(x / 90, y / 140, 5) * (1 - F) ** 3;
          for (const q of drops) {
            const d = (T - q[0]) * W;
            if (d > -1 && d < 26)
              e += Math.exp(-d / 5) * q[2] * Math.exp(-(((F - q[1]) / q[3]) ** 2)) * 0.8 * n2(x, y / 4, 6);
          }
          return e;
        },
        ember,
      ),
      sheet,
    );
  },
  chladni: () => plate(5, 3, 4, [1, 0.93, 0.78]),
  'chladni-eight': () => plate(7, 4, 11, [0.85, 0.95, 0.3]),
  groove: () => {
    const f = fill(frame(W, H), (x, y) => {
      const dx = x - W * 0.5,
        dy = y + H * 1.6,
        r = Math.hypot(dx, dy),
        a = Math.atan2(dy, dx),
        turn = r / 15,
        i = Math.floor(turn + a * 0.16),
        mod =
          (Math.sin(a * 420 + i * 1.7) * 0.5 +
            Math.sin(a * 1130 + i * 5.1) * 0.3 +
            (fbm2(a * 260, i * 3.1, 2) - 0.5) * 1.6) *
          0.16 *
          n2(a * 12, i * 0.7, 4);
      const p = turn + a * 0.16 + mod - Math.floor(turn + a * 0.16 + mod),
        slope = Math.cos(p * Math.PI * 2),
        land = ss(0.36, 0.46, Math.abs(p - 0.5));
      const light = (c, w) => Math.max(0, slope * 0.5 + 0.5) ** 2 * Math.exp(-(((a - c) / w) ** 2)),
        y1 = light(1.42, 0.085),
        b1 = light(1.75, 0.06),
        w1 = land * Math.exp(-(((a - 1.5) / 0.16) ** 2)) * 0.25,
        dust = h2(x, y, 5) > 0.99985 ? 1.4 : 0;
      return [
        0.006 + y1 * 1.2 + b1 * 0.08 + w1 * 0.5 + dust,
        0.006 + y1 * 1.28 + b1 * 0.35 + w1 * 0.5 + dust,
        0.008 + y1 * 0.16 + b1 * 1.1 + w1 * 0.5 + dust,
      ];
    });
    return develop(f, { ...sheet, thr: 0.7, bloom: 0.7, vig: 0.6 });
  },
};

/** Sand gathers where the plate stands still. */
function plate(n, m, seed, tint) {
  const R = rng(seed),
    f = fill(frame(W, H), (x, y) => {
      const br = 0.8 + 0.4 * n2(x / 900, y / 1.4, 3),
        l = glow(x, y, W * 0.3, H * 0.2, 700);
      return [0.016 * br + l * 0.03, 0.017 * br + l * 0.03, 0.02 * br + l * 0.032];
    });
  const S = 1080,
    x0 = (W - S) / 2,
    y0 = (H - S) / 2,
    still = (u, v) =>
      Math.cos(n * Math.PI * u) * Math.cos(m * Math.PI * v) -
      Math.cos(m * Math.PI * u) * Math.cos(n * Math.PI * v) +
      0.35 *
        (Math.cos((n + 2) * Math.PI * u) * Math.cos(m * Math.PI * v) -
          Math.cos(m * Math.PI * u) * Math.cos((n + 2) * Math.PI * v));
  for (let i = 0; i < 900_000; i++) {
    const u = R(),
      v = R(),
      q = Math.abs(still(u, v));
    if (R() > Math.exp(-q * q * 190) + 0.004) continue;
    const x = Math.round(x0 + u * S + (R() - 0.5) * 3),
      y = Math.round(y0 + v * S + (R() - 0.5) * 3),
      b = 0.25 + R() * 0.75,
      o = (y * W + x) * 3;
    for (let c = 0; c < 3; c++) {
      f.d[o + c] = Math.max(f.d[o + c], tint[c] * b);
      const under = o + (W + 1) * 3 + c;
      if (under < f.d.length) f.d[under] *= 0.72;
    }
  }
  return develop(f, { w: 1440, thr: 0.9, bloom: 0.1, vig: 0.45, grain: 0.02, median: false });
}
