/** Traces: two voltages against each other, or one against time. */
import { clamp, lerp, rng, ss } from '../maths.mjs';
import { develop, fill, frame } from './film.mjs';
import { fbm2, glow, n2 } from './noise.mjs';
import { graticule, plot } from './phosphor.mjs';

const W = 1600,
  H = 1200,
  TAU = Math.PI * 2;
const tube = { w: 1440, thr: 0.1, bloom: 0.5, vig: 0.7, grain: 0.026 };
const trace = (steps, at) => Array.from({ length: steps + 1 }, (_, n) => at(n / steps));
/** A dim blue haze behind the beam. */
const haze = (k = 1) =>
  fill(frame(W, H), (x, y) => {
    const v = fbm2(x / 420, y / 420, 3) * 0.02 * k;
    return [v * 0.4, v * 0.8, v * 1.5];
  });
/** Turns a point about x and puts it on the glass. */
const project = (x, y, z, tilt, size, far = 3.4) => {
  const c = Math.cos(tilt),
    s = Math.sin(tilt),
    Y = y * c - z * s,
    Z = y * s + z * c,
    q = far / (far + Z);
  return [W / 2 + x * q * size, H / 2 + Y * q * size, 0.5 + 0.5 * clamp(1 - Z)];
};

export const SCOPES = {
  lissajous: () => {
    const f = frame(W, H);
    graticule(f, 120, W / 2, H / 2, 0.03);
    for (let p = 0; p < 7; p++) {
      const a = 1 - p * 0.055;
      plot(
        f,
        trace(9000, (u) => {
          const t = u * TAU,
            w = 0.06 * Math.sin(31 * t + p);
          return [
            W / 2 + (Math.sin(3 * t + 0.6 + p * 0.05) + w) * W * 0.36 * a,
            H / 2 + (Math.sin(4 * t + p * 0.09) + 0.05 * Math.cos(23 * t)) * H * 0.39 * a,
          ];
        }),
        [0.85, 1, 0.2],
        { width: 1.5, gain: 1.9 / (1 + p * 0.75) },
      );
    }
    return develop(f, tube);
  },
  'lissajous-drift': () => {
    const f = frame(W, H);
    graticule(f, 120, W / 2, H / 2, 0.022, [0.7, 0.8, 1]);
    for (let p = 0; p < 22; p++)
      plot(
        f,
        trace(5200, (u) => {
          const t = u * TAU;
          return [W / 2 + Math.sin(5 * t + p * 0.035) * W * 0.35, H / 2 + Math.sin(7 * t + p * 0.012) * H * 0.37];
        }),
        p === 21 ? [0.95, 0.97, 1] : [0.2, 0.5, 1],
        { width: p === 21 ? 1.7 : 1, gain: p === 21 ? 1.7 : 0.32 },
      );
    return develop(f, { ...tube, bloom: 0.7 });
  },
  torus: () => {
    const f = haze();
    for (let p = 0; p < 26; p++)
      plot(
        f,
        trace(2600, (u) => {
          const t = u * TAU,
            ph = p * 0.05,
            R = 1 + 0.42 * Math.cos(7 * t + ph * 3);
          return project(
            R * Math.cos(2 * t + ph * 0.6),
            R * Math.sin(2 * t + ph * 0.6),
            0.42 * Math.sin(7 * t + ph * 3),
            0.9,
            400,
          );
        }),
        p % 13 === 0 ? [0.95, 1, 0.35] : [0.22, 0.55, 1],
        { width: p % 13 === 0 ? 1.6 : 1, gain: p % 13 === 0 ? 2.2 : 0.5 },
      );
    return develop(f, { ...tube, thr: 0.12, bloom: 1, vig: 0.6 });
  },
  knot: () => {
    const f = haze(0.5);
    for (let p = 0; p < 30; p++) {
      const off = (p / 29 - 0.5) * 0.5;
      plot(
        f,
        trace(2400, (u) => {
          const t = u * TAU,
            r = 1.05 + 0.5 * Math.cos(3 * t) + off * Math.cos(1.5 * t) * 0.5;
          return project(
            r * Math.cos(2 * t),
            r * Math.sin(2 * t),
            0.75 * Math.sin(3 * t) + off * Math.sin(1.5 * t),
            0.55,
            300,
            3.6,
          );
        }),
        [1, lerp(0.12, 0.55, p / 29), 0.1 + 0.1 * (p / 29)],
        { width: 1, gain: p % 29 === 0 ? 1.7 : 0.55 },
      );
    }
    return develop(f, { ...tube, thr: 0.14, bloom: 0.9 });
  },
  'spiral-sphere': () => {
    const f = haze(0.4);
    graticule(f, 120, W / 2, H / 2, 0.016);
    for (let p = 0; p < 3; p++)
      plot(
        f,
        trace(16000, (u) => {
          const b = (u - 0.5) * Math.PI,
            a = u * TAU * 46 + p * 0.05,
            w = 1 + 0.035 * Math.sin(a * 6.02),
            r = Math.cos(b) * w;
          return project(r * Math.cos(a), Math.sin(b) * w, r * Math.sin(a), 0.42, 450, 4);
        }),
        [0.8, 1, 0.25],
        { width: 1.15, gain: 0.95 / (1 + p) },
      );
    return develop(f, tube);
  },
  harmonograph: () => {
    const f = frame(W, H);
    plot(
      f,
      trace(42000, (u) => {
        const t = u * 190,
          d = Math.exp(-u * 2.1);
        return [
          W / 2 + d * (Math.sin(t * 2.003) * 330 + Math.sin(t * 3.001 + 1.1) * 270),
          H / 2 + d * (Math.sin(t * 3.007 + 0.4) * 280 + Math.sin(t * 1.997 + 2) * 210),
          0.35 + 0.65 * d,
        ];
      }),
      [1, 0.95, 0.82],
      { width: 1, gain: 0.62 },
    );
    return develop(f, { ...tube, bloom: 0.25, vig: 0.5 });
  },
  tunnel: () => {
    const f = haze(0.3);
    for (let p = 0; p < 64; p++) {
      const z = p / 63,
        s = 70 + 640 * z ** 2.2,
        a = z * 2.2 + 0.12 * Math.sin(z * 20),
        k = 4;
      plot(
        f,
        trace(240, (u) => {
          const e = u * k,
            i = Math.floor(e) % k,
            t = e - Math.floor(e),
            A = a + (i / k) * TAU,
            B = a + ((i + 1) / k) * TAU;
          return [W / 2 + lerp(Math.cos(A), Math.cos(B), t) * s, H / 2 + lerp(Math.sin(A), Math.sin(B), t) * s * 0.86];
        }),
        p % 9 === 4 ? [0.9, 1, 0.15] : [0.75, 0.8, 0.85],
        { width: p % 9 === 4 ? 1.6 : 1, gain: (p % 9 === 4 ? 1.7 : 0.55) * ss(0, 0.25, z) },
      );
    }
    return develop(f, { ...tube, thr: 0.14, bloom: 0.6 });
  },
  'wave-terrain': () => {
    const f = frame(W, H),
      top = new Float32Array(W).fill(H + 9);
    for (let r = 0; r < 92; r++) {
      const z = r / 91,
        q = 1 / (0.42 + z * 1.25),
        base = H * 0.34 + 300 * q * 0.98,
        near = 1 - z,
        pts = [];
      for (let x = 0; x < W; x++) {
        const u = (x - W / 2) / (q * 420),
          v = z * 5,
          d = Math.hypot(u * 1.05, v - 2.4),
          hgt =
            Math.cos(d * 4.6) * Math.exp(-d * 0.62) * 1.25 +
            0.32 * fbm2(u * 1.6 + 9, v * 1.6, 3, 3) +
            0.25 * Math.sin(u * 3 + v);
        const y = base - hgt * 150 * q;
        if (y < top[x]) {
          pts.push([x, y, 1]);
          top[x] = y;
        } else {
          if (pts.length > 1) draw(pts);
          pts.length = 0;
        }
      }
      if (pts.length > 1) draw(pts);
      function draw(p) {
        plot(f, p.slice(), [lerp(0.15, 0.95, near ** 2), lerp(0.5, 1, near), lerp(1, 0.2, near)], {
          width: 0.9,
          gain: 0.35 + near * 0.75,
        });
      }
    }
    return develop(f, { ...tube, thr: 0.2, bloom: 0.45, vig: 0.6 });
  },
  crt: () => {
    const f = frame(W, H),
      glass = frame(W, H),
      colours = [
        [0.9, 1, 0.2],
        [0.3, 0.7, 1],
        [0.95, 0.95, 0.9],
      ];
    for (let ch = 0; ch < 3; ch++)
      plot(
        glass,
        trace(W * 2, (s) => {
          const u = s * TAU,
            saw = ((u * 3) / TAU) % 1;
          const v =
            ch === 0
              ? Math.sin(u * 5 + 1.4 * Math.sin(u * 10)) * (0.7 + 0.3 * Math.sin(u))
              : ch === 1
                ? (saw * 2 - 1) * 0.8 + 0.2 * Math.sin(u * 40) * Math.exp(-saw * 5)
                : Math.sin(u * 2) * Math.sin(u * 46) * 0.8;
          return [s * W, H * (0.3 + ch * 0.2) - v * 78];
        }),
        colours[ch],
        { width: 2, gain: 2.4 },
      );
    graticule(glass, 120, W / 2, H / 2, 0.035);
    for (let y = 0; y < H; y++)
      for (let x = 0; x < W; x++) {
        const u = (x / W - 0.5) * 2,
          v = (y / H - 0.5) * 2,
          U = u + v * 0.07,
          V = v + u * 0.05,
          s = (Math.abs(U) / 0.8) ** 6 + (Math.abs(V) / 0.78) ** 6,
          o = (y * W + x) * 3;
        if (s < 1) {
          const q = 1 + 0.09 * (U * U + V * V),
            i =
              (clamp(Math.round((((V * q) / 0.84) * 0.5 + 0.5) * H), 0, H - 1) * W +
                clamp(Math.round((((U * q) / 0.86) * 0.5 + 0.5) * W), 0, W - 1)) *
              3,
            e = ss(1, 0.82, s),
            line = 0.86 + 0.14 * Math.sin(y * 1.9);
          for (let c = 0; c < 3; c++)
            f.d[o + c] =
              glass.d[i + c] * e * line + [0.006, 0.012, 0.01][c] + 0.05 * glow(U, V, -0.5, -0.55, 0.18, 0.12);
        } else {
          const k = Math.exp(-(s - 1) * 0.55),
            br = 0.8 + 0.4 * n2(x / 3, y / 50, 4),
            rim = s < 1.12 ? 0.25 : 1;
          for (let c = 0; c < 3; c++)
            f.d[o + c] = ([0.012, 0.013, 0.014][c] * br + k * [0.03, 0.045, 0.02][c] * 0.9) * rim;
        }
      }
    return develop(f, { ...tube, thr: 0.14, bloom: 1.1, vig: 0.5 });
  },
  envelopes: () => {
    const f = frame(W, H),
      R = rng(4);
    graticule(f, 120, W / 2, H / 2, 0.02);
    for (let r = 0; r < 9; r++) {
      const base = 190 + r * 112,
        a = 0.02 + R() * 0.1,
        d = 3 + R() * 8,
        fr = 40 + R() * 160,
        hot = r === 3;
      plot(
        f,
        trace(W * 2, (s) => {
          const u = (s - 0.06 - r * 0.012) % 1,
            e = u < 0 ? 0 : u < a ? u / a : Math.exp(-(u - a) * d);
          return [60 + s * (W - 120), base - e * Math.sin(u * fr * (1 + 0.3 * Math.exp(-u * 20))) * 74];
        }),
        hot ? [0.95, 1, 0.15] : lerpColour([0.2, 0.55, 1], [0.9, 0.92, 0.9], r / 8),
        { width: hot ? 1.7 : 1.2, gain: hot ? 1.9 : 0.9 },
      );
    }
    return develop(f, tube);
  },
  attractor: () => densities(frame(W, H), { a: 1.4, b: -2.3, c: 2.4, d: -2.1 }, [0.95, 1, 0.2], [0.1, 0.35, 1]),
  'attractor-smoke': () => densities(frame(W, H), { a: -2, b: -2, c: -1.2, d: 2 }, [1, 0.95, 0.9], [1, 0.2, 0.08]),
};

const lerpColour = (a, b, t) => a.map((v, i) => lerp(v, b[i], t));

/** Peter de Jong's map, nine million steps: two oscillators that never settle. */
function densities(f, { a, b, c, d }, hot, cool) {
  const n = new Float32Array(W * H),
    s = new Float32Array(W * H);
  let x = 0.1,
    y = 0.1,
    x0 = 9,
    x1 = -9,
    y0 = 9,
    y1 = -9;
  for (let i = 0; i < 2e5; i++) {
    const X = Math.sin(a * y) - Math.cos(b * x),
      Y = Math.sin(c * x) - Math.cos(d * y);
    x = X;
    y = Y;
    x0 = Math.min(x0, X);
    x1 = Math.max(x1, X);
    y0 = Math.min(y0, Y);
    y1 = Math.max(y1, Y);
  }
  const k = Math.min((W * 0.84) / (x1 - x0), (H * 0.88) / (y1 - y0));
  for (let i = 0; i < 9e6; i++) {
    const X = Math.sin(a * y) - Math.cos(b * x),
      Y = Math.sin(c * x) - Math.cos(d * y),
      X1 = Math.round(W / 2 + (X - (x0 + x1) / 2) * k),
      Y1 = Math.round(H / 2 + (Y - (y0 + y1) / 2) * k);
    if (X1 >= 0 && X1 < W && Y1 >= 0 && Y1 < H) {
      n[Y1 * W + X1]++;
      s[Y1 * W + X1] += Math.hypot(X - x, Y - y);
    }
    x = X;
    y = Y;
  }
  fill(f, (px, py) => {
    const i = py * W + px,
      v = Math.log1p(n[i]) / 5.2,
      k = n[i] ? clamp(s[i] / n[i] / 2.6) : 0;
    return lerpColour(hot, cool, k).map((q, j) => q * v ** 2.1 * 1.5 + [0.004, 0.005, 0.008][j]);
  });
  return develop(f, { w: 1440, thr: 0.5, bloom: 0.35, vig: 0.5, grain: 0.026, median: false });
}
