/** Places: a stage, a window, a fjord, a machine that turns. */
import { clamp, rng, ss } from '../maths.mjs';
import { develop, fill, frame, stencil } from './film.mjs';
import { BLU, fbm2, glow, h2, n2, RED, WHT, YEL } from './noise.mjs';

const W = 1600,
  H = 1200;

/** Light through haze from lamps [x, y, aim, colour, strength] in parts of the frame. */
function beams(lamps, seed, pool) {
  const f = fill(frame(W, H), (x, y) => {
    const X = x / W,
      Y = y / H,
      hz = 0.25 + 1.1 * fbm2(X * 3.2, Y * 4.5, seed),
      c = [0.004, 0.005, 0.008];
    for (const b of lamps) {
      const vx = b[2] - b[0],
        vy = 1 - b[1],
        px = X - b[0],
        t = (px * vx + (Y - b[1]) * vy) / (vx * vx + vy * vy),
        dx = px - vx * t,
        w = 0.012 + t * 0.055,
        k = Math.exp((-dx * dx) / (w * w)) * b[4] * hz * (0.6 / (0.25 + t * 1.7)) * 0.55;
      for (let n = 0; n < 3; n++) c[n] += b[3][n] * k;
    }
    const g = glow(X, Y, 0.5, 0.72, 0.3, 0.2) * 0.34 * hz;
    return c.map((v, n) => v + g * pool[n]);
  });
  for (const b of lamps)
    for (let j = -30; j <= 30; j++)
      for (let i = -30; i <= 30; i++) {
        const X = Math.round((b[0] + (b[2] - b[0]) * 0.11) * W) + i,
          Y = 34 + j;
        if (X < 0 || X >= W || Y < 0) continue;
        const g = Math.exp(-(i * i + j * j) / 60) * 6 * b[4],
          o = (Y * W + X) * 3;
        for (let c = 0; c < 3; c++) f.d[o + c] += (b[3][c] * 0.7 + 0.3) * g;
      }
  return f;
}
const crowd = (n, base, seed) =>
  Array.from({ length: n }, (_, i) => {
    const x = i * (W / (n - 2)) + h2(i, 1, seed) * 44 - 30,
      y = base + h2(i, 2, seed) * 70,
      r = 27 + h2(i, 3, seed) * 12;
    return `<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${r * 1.25}"/><path d="M${x - r * 2.2} 1300c0-${90 + h2(i, 5, 1) * 30} ${r * 0.8}-150 ${r * 2.2}-150s${r * 2.2} 60 ${r * 2.2} 150z"/>`;
  }).join('');
const player =
  '<rect x="470" y="862" width="660" height="250"/><rect x="540" y="790" width="300" height="80" transform="skewX(-6) translate(84 0)"/><rect x="880" y="806" width="190" height="60"/><path d="M700 880c0-130 20-175 66-190 14-5 18-12 18-24h44c0 12 6 20 20 25 52 18 66 66 78 190z"/><ellipse cx="806" cy="622" rx="40" ry="54"/><path d="M758 622a50 58 0 0 1 98 0l-8 2a41 50 0 0 0-82 0z"/><rect x="750" y="606" width="18" height="42" rx="8"/><rect x="846" y="606" width="18" height="42" rx="8"/>';
async function silhouettes(f, shapes) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${f.w}" height="${f.h}"><g fill="#fff">${shapes}</g></svg>`,
    sharp1 = await stencil(svg, 1.3),
    soft = await stencil(svg, 9);
  for (let n = 0; n < f.w * f.h; n++) {
    const k = sharp1[n] / 255,
      e = (soft[n] / 255) * (1 - soft[n] / 255) * 4 * k;
    for (let c = 0; c < 3; c++) f.d[n * 3 + c] = f.d[n * 3 + c] * (1 - k * 0.975) + e * f.d[n * 3 + c] * 0.18;
  }
}
function sparks(f, n, seed, x0, x1, y0, y1, colours) {
  const R = rng(seed);
  for (let i = 0; i < n; i++) {
    const X = x0 + Math.round(R() * (x1 - x0)),
      Y = y0 + Math.round(R() * (y1 - y0)),
      col = colours[i % colours.length];
    for (let j = -4; j <= 4; j++)
      for (let k = -4; k <= 4; k++) {
        const g = Math.exp(-(k * k + j * j) / 3) * 2.4,
          o = ((Y + j) * W + X + k) * 3;
        for (let c = 0; c < 3; c++) f.d[o + c] += col[c] * g;
      }
  }
}
/** An out-of-focus light: a disc with a brighter rim. */
function bokeh(f, cx, cy, r, col, k) {
  for (let j = -r - 2; j <= r + 2; j++)
    for (let i = -r - 2; i <= r + 2; i++) {
      const X = Math.round(cx + i),
        Y = Math.round(cy + j);
      if (X < 0 || Y < 0 || X >= f.w || Y >= f.h) continue;
      const d = Math.hypot(i, j) / r,
        v = ss(1.04, 0.96, d) * (0.55 + 0.5 * d ** 5) * k,
        o = (Y * f.w + X) * 3;
      for (let c = 0; c < 3; c++) f.d[o + c] += col[c] * v;
    }
}

export const ROOMS = {
  stage: async () => {
    const f = beams(
      [
        [0.12, -0.08, 0.33, YEL, 1],
        [0.3, -0.08, 0.42, YEL, 0.8],
        [0.5, -0.1, 0.5, WHT, 1.1],
        [0.7, -0.08, 0.58, YEL, 0.8],
        [0.88, -0.08, 0.67, YEL, 1],
        [0.02, -0.05, 0.62, BLU, 0.55],
        [0.98, -0.05, 0.38, BLU, 0.55],
      ],
      11,
      [1, 0.98, 0.5],
    );
    await silhouettes(f, player + crowd(30, 1090, 3));
    sparks(f, 26, 5, 545, 1045, 800, 856, [YEL, RED, BLU]);
    return develop(f, { w: 1440, thr: 0.5, bloom: 0.6, vig: 0.5, grain: 0.035 });
  },
  'stage-blue': async () => {
    const f = beams(
      [
        [0.08, -0.1, 0.8, BLU, 1.1],
        [0.2, -0.1, 0.7, BLU, 0.9],
        [0.8, -0.1, 0.3, BLU, 0.9],
        [0.92, -0.1, 0.2, BLU, 1.1],
        [0.5, -0.1, 0.5, RED, 1.2],
        [0.4, -0.1, 0.36, WHT, 0.35],
        [0.6, -0.1, 0.64, WHT, 0.35],
      ],
      27,
      [1, 0.35, 0.4],
    );
    await silhouettes(f, `<g transform="translate(160 140) scale(.8)">${player}</g>` + crowd(22, 1010, 8));
    sparks(f, 22, 9, 600, 990, 786, 824, [YEL, RED, WHT]);
    return develop(f, { w: 1440, thr: 0.5, bloom: 0.6, vig: 0.5, grain: 0.035 });
  },
  'window-snow': () => {
    const R = rng(18),
      f = fill(frame(W, H), (x, y) => {
        const Y = y / H,
          n = fbm2(x / 300, y / 260, 4);
        return [0.012 + 0.02 * Y * n, 0.02 + 0.03 * Y * n, 0.045 + 0.05 * (1 - Y) * n];
      });
    for (let i = 0; i < 70; i++) {
      const c = [YEL, WHT, [1, 0.62, 0.25], BLU, [1, 0.7, 0.35]][i % 5];
      bokeh(f, R() * W, H * (0.46 + 0.34 * R() ** 1.3), Math.round(14 + R() * 46), c, 0.05 + R() * 0.3);
    }
    for (let i = 0; i < 260; i++) {
      const z = R() ** 3;
      bokeh(f, R() * W, R() * H, Math.round(2 + z * 34), [0.8, 0.88, 1], z > 0.4 ? 0.035 : 0.1 + R() * 0.25);
    }
    for (let y = 0; y < H; y++)
      for (let x = 0; x < W; x++) {
        const bar = ss(30, 22, Math.abs(x - 1090)) + ss(24, 17, Math.abs(y - 420)) + ss(H - 118, H - 104, y),
          o = (y * W + x) * 3;
        if (bar > 0) {
          const k = Math.min(1, bar);
          for (let c = 0; c < 3; c++)
            f.d[o + c] =
              f.d[o + c] * (1 - k) +
              k *
                ([0.01, 0.011, 0.014][c] +
                  (y > H - 104 ? [0.05, 0.045, 0.02][c] * glow(x, y, 420, H - 60, 420, 90) : 0));
        }
      }
    return develop(f, { w: 1440, thr: 0.35, bloom: 0.45, vig: 0.55, grain: 0.03 });
  },
  'rain-skylight': () => {
    const R = rng(61),
      f = frame(W, H);
    for (let i = 0; i < 60; i++)
      bokeh(
        f,
        R() * W,
        R() * H,
        Math.round(40 + R() * 120),
        [YEL, BLU, [0.9, 0.85, 0.7], BLU, RED][i % 5],
        0.03 + R() * 0.14,
      );
    for (let i = 0; i < f.d.length; i++) f.d[i] += [0.012, 0.017, 0.03][i % 3];
    const behind = f.d.slice(),
      at = (x, y, c) => behind[(clamp(Math.round(y), 0, H - 1) * W + clamp(Math.round(x), 0, W - 1)) * 3 + c];
    for (let i = 0; i < 900; i++) {
      const r = 3 + R() ** 5 * 58,
        cx = R() * W,
        cy = R() * H,
        e = 0.85 + R() * 0.3,
        lean = (R() - 0.5) * 0.25;
      for (let y = Math.floor(cy - r * 1.5); y <= cy + r * 1.5; y++)
        for (let x = Math.floor(cx - r * 1.5); x <= cx + r * 1.5; x++) {
          if (x < 0 || y < 0 || x >= W || y >= H) continue;
          const u = (x - cx) / r,
            v = ((y - cy) / r) * e + u * lean,
            d = u * u + v * v + 0.1 * Math.sin(Math.atan2(v, u) * 3 + i);
          if (d > 1) continue;
          const o = (y * W + x) * 3,
            bend = 6 * (1 - d * 0.4),
            edge = ss(1, 0.72, d),
            shine = Math.exp(-(((u + 0.38) ** 2 + (v + 0.45) ** 2) / 0.02)) * 1.2;
          for (let c = 0; c < 3; c++)
            f.d[o + c] =
              at(cx - u * r * bend, cy - v * r * bend, c) * (0.5 + 1.1 * ss(-0.9, 0.9, v)) * (0.25 + 0.75 * edge) +
              shine * 0.6 +
              (d > 0.8 && v > 0.3 ? 0.05 : 0);
        }
    }
    return develop(f, { w: 1440, thr: 0.55, bloom: 0.35, vig: 0.5, grain: 0.026 });
  },
  'fjord-dusk': () => {
    const R = rng(3),
      shore = Math.round(H * 0.64);
    const ridge = (k) =>
      Float32Array.from(
        { length: W },
        (_, x) =>
          H * (0.4 + k * 0.07) +
          (fbm2(x / (430 - k * 60) + k * 9, k, 5 + k, 6) - 0.5) * (330 - k * 50) +
          (x < W * 0.56 ? 1 : -1) * (x - W * 0.56) * (0.1 - k * 0.02) * (k % 2 ? -1 : 1),
      );
    const layers = [0, 1, 2, 3].map(ridge),
      tint = [
        [0.26, 0.24, 0.3],
        [0.15, 0.16, 0.23],
        [0.075, 0.09, 0.135],
        [0.02, 0.026, 0.04],
      ];
    const sky = (x, y) => {
      const t = clamp(y / (H * 0.5)),
        s = fbm2(x / 560, y / 70, 8),
        low = t ** 2.2,
        band = ss(0.42, 0.66, s) * ss(0.1, 0.7, t),
        m = glow(x, y, W * 0.66, H * 0.16, 17) > 0.4 ? 1.5 : glow(x, y, W * 0.66, H * 0.16, 150) * 0.08;
      return [
        0.06 + 0.95 * low + band * 0.4 + m,
        0.1 + 0.62 * low + band * 0.2 + m,
        0.22 + 0.16 * low + band * 0.12 + m,
      ];
    };
    const land = (x, y) => {
      for (let k = 3; k >= 0; k--)
        if (y > layers[k][x]) {
          const n = 0.86 + 0.28 * fbm2(x / 22, y / 12, k, 3),
            mist = ss(layers[k][x], layers[k][x] + 220, y) * (0.5 - k * 0.11);
          return tint[k].map((v, c) => (v + ([0.5, 0.38, 0.3][c] - v) * mist) * n);
        }
      return sky(x, y);
    };
    const f = fill(frame(W, H), (x, y) => {
      if (y < shore) return land(x, y);
      const d = (y - shore) / (H - shore),
        wob = (n2(x / (6 + 60 * d), y / (1.5 + 5 * d), 3) - 0.5) * 46 * d,
        c = land(
          clamp(Math.round(x + wob), 0, W - 1),
          clamp(Math.round(shore - (y - shore) * 1.3 + wob), 0, shore - 1),
        ),
        rip = 0.55 + 0.3 * n2(x / (20 + 70 * d), y / (2 + 6 * d), 9);
      return c.map((v) => v * rip + 0.004);
    });
    for (let i = 0; i < 30; i++) {
      const x = W * (0.05 + R() * 0.4),
        y = shore - 4 - R() ** 2 * 46,
        c = i % 5 ? [1, 0.72, 0.3] : YEL;
      bokeh(f, x, y, 2, c, 2.2);
      for (let j = 0; j < 60; j++)
        bokeh(f, x + (R() - 0.5) * j * 0.2, shore + 3 + j * 2.2, 1, c, 0.6 * Math.exp(-j / 24));
    }
    return develop(f, { w: 1440, thr: 0.7, bloom: 0.45, vig: 0.45, grain: 0.03 });
  },
  'tape-reels': () => {
    const reel = (x, y, cx, cy, R0, full, turn) => {
      const r = Math.hypot(x - cx, y - cy) / R0,
        a = Math.atan2(y - cy, x - cx) + turn;
      if (r > 1) return null;
      const aniso = (k) => Math.max(0, Math.cos((a - turn - k) * 2)) ** 14;
      const sheen = aniso(-0.7) * 0.5 + aniso(0.9) * 0.16;
      if (r < 0.09) return [0.02, 0.02, 0.022];
      if (r < 0.13) return [0.4 + sheen, 0.4 + sheen, 0.4 + sheen];
      const spoke = Math.abs((((a / (Math.PI * 2)) * 3 + 9) % 1) - 0.5) * r * 2.1,
        window = r > 0.3 && r < 0.9 && spoke > 0.34 && spoke < 9;
      if (window && Math.abs(spoke) > 0.34 * (0.75 + r * 0.3)) {
        if (r < full) {
          const n = 0.8 + 0.4 * n2(r * 900, a * 2, 4);
          return [(0.05 + sheen * 0.25) * n, (0.028 + sheen * 0.17) * n, (0.018 + sheen * 0.13) * n];
        }
        return [0.008, 0.009, 0.01];
      }
      const n = 0.85 + 0.3 * n2(r * 400, a * 3, 2),
        rim = r > 0.965 ? 1.7 : 1;
      return [(0.16 + sheen * 0.9) * n * rim, (0.16 + sheen * 0.9) * n * rim, (0.162 + sheen * 0.88) * n * rim];
    };
    const f = fill(frame(W, H), (x, y) => {
      const a = reel(x, y, 430, 470, 400, 0.82, 0.4) ?? reel(x, y, 1210, 470, 400, 0.52, 1.5);
      if (a) return a;
      const br = 0.85 + 0.3 * n2(x / 700, y * 0.9, 4),
        shade = 1 - 0.7 * Math.max(glow(x, y, 460, 520, 400), glow(x, y, 1240, 520, 400));
      const tape = Math.abs(y - (1010 + 26 * Math.cos(((x - 800) / 800) * 1.2))) < 9 && x > 60 && x < 1540;
      if (tape) return [0.06, 0.035, 0.022];
      return [0.045 * br * shade, 0.046 * br * shade, 0.048 * br * shade];
    });
    for (const [x, y, r, c, k] of [
      [800, 1030, 78, [0.5, 0.5, 0.48], 0.35],
      [560, 1060, 30, [0.6, 0.6, 0.58], 0.4],
      [1040, 1060, 30, [0.6, 0.6, 0.58], 0.4],
      [1440, 1090, 9, RED, 3],
      [1390, 1090, 9, YEL, 2.6],
    ])
      bokeh(f, x, y, r, c, k);
    return develop(f, { w: 1440, thr: 0.7, bloom: 0.5, vig: 0.5, grain: 0.026 });
  },
  meters: () => {
    const f = fill(frame(W, H), (x, y) => {
        const br = 0.8 + 0.4 * n2(x / 600, y * 0.8, 4);
        return [0.02 * br, 0.021 * br, 0.022 * br];
      }),
      face = (cx, cy, level) => {
        for (let y = Math.floor(cy - 260); y < cy + 260; y++)
          for (let x = Math.floor(cx - 340); x < cx + 340; x++) {
            const d = Math.hypot(Math.max(Math.abs(x - cx) - 300, 0), Math.max(Math.abs(y - cy) - 220, 0)),
              o = (y * W + x) * 3;
            if (d > 34) continue;
            if (d > 22) {
              for (let c = 0; c < 3; c++) f.d[o + c] = 0.008;
              continue;
            }
            const px = x - cx,
              py = y - (cy + 250),
              r = Math.hypot(px, py),
              a = Math.atan2(px, -py),
              lamp = 0.5 + 0.9 * glow(x, y, cx, cy + 190, 330, 230),
              sh = ss(22, 6, d);
            let c = [0.9 * lamp, 0.78 * lamp, 0.38 * lamp].map((v) => v * (0.55 + 0.45 * sh));
            const dark = (k, ink = [0.02, 0.015, 0.01]) => {
              c = c.map((v, i) => v * (1 - k) + ink[i] * k);
            };
            if (Math.abs(r - 360) < 2.2 && Math.abs(a) < 0.72) dark(0.9);
            if (a > 0.4 && a < 0.72 && r > 360 && r < 378) dark(0.95, [0.5, 0.03, 0.02]);
            const tick = Math.abs(((((a + 0.72) / 0.144) % 1) + 1) % 1),
              near = Math.min(tick, 1 - tick) * 0.144 * r;
            if (Math.abs(a) < 0.73 && near < 2 && r > 360 && r < 402)
              dark(0.9, a > 0.38 ? [0.5, 0.03, 0.02] : undefined);
            const na = level - a;
            if (r > 60 && r < 400 && Math.abs(na) * r < 2.4) dark(0.95);
            if (r > 60 && r < 400 && Math.abs(na + 0.02) * r < 6) dark(0.16);
            if (r < 62) dark(0.97);
            const glass = 0.1 * ss(0.25, 0.1, Math.abs((px + py * 0.6) / 700 + 0.2));
            for (let k = 0; k < 3; k++) f.d[o + k] = c[k] + glass * 0.6;
          }
      };
    face(430, 560, -0.08);
    face(1170, 560, 0.5);
    for (const [x, c] of [
      [430, YEL],
      [1170, RED],
    ])
      bokeh(f, x, 960, 16, c, 3);
    for (const x of [60, 800, 1540]) for (const y of [120, 1080]) bokeh(f, x, y, 20, [0.3, 0.3, 0.29], 0.6);
    return develop(f, { w: 1440, thr: 0.8, bloom: 0.5, vig: 0.5, grain: 0.026 });
  },
  portrait: async () => {
    const S = 1400,
      K = S / 900,
      f = fill(frame(S, S), (x, y) => {
        const X = x / S,
          Y = y / S,
          hz = 0.4 + fbm2(X * 3, Y * 3, 21),
          a = glow(X, Y, 0.62, 0.36, 0.36, 0.4),
          b = glow(X, Y, 0.1, 0.8, 0.4);
        return [a * 0.95 * hz + b * 0.03, a * 0.98 * hz + b * 0.12, a * 0.12 * hz + b * 0.4 + 0.01];
      });
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 900" width="1400" height="1400"><g fill="#fff"><path d="M60 920c10-170 90-226 226-262 50-14 72-34 72-76v-60h176v60c0 42 24 64 76 78 128 34 212 92 226 260z"/><path d="M318 392c-6-120 48-200 138-200s142 76 136 192c10 2 12 20 6 44s-14 38-24 38c-16 74-62 130-118 130s-104-54-120-128c-12 0-20-14-26-40s-4-36 8-36z"/><path d="M300 400c-26-160 50-260 156-260s184 98 156 262l-22-2c20-140-42-226-134-226s-154 84-134 224z"/><rect x="274" y="372" width="52" height="122" rx="24"/><rect x="584" y="372" width="52" height="122" rx="24"/><path d="M330 330c-16-90 40-170 130-166 92 4 142 70 126 170-60-30-170-40-256-4z"/></g></svg>';
    const m = await stencil(svg, 1.6 * K),
      m2 = await stencil(svg, 22 * K),
      src = f.d.slice();
    for (let y = 0; y < S; y++)
      for (let x = 0; x < S; x++) {
        const n = y * S + x,
          k = m[n] / 255,
          gx = (m2[y * S + Math.max(0, x - 12)] - m2[y * S + Math.min(S - 1, x + 12)]) / 255,
          rim = clamp(gx * 6) * k,
          rimb = clamp(-gx * 6) * k * ss(300 * K, 800 * K, y);
        for (let c = 0; c < 3; c++)
          f.d[n * 3 + c] =
            src[n * 3 + c] * (1 - k * 0.985) +
            rim * [0.95, 1, 0.2][c] * 0.16 +
            rimb * [0.08, 0.3, 1][c] * 0.12 +
            k * [0.006, 0.008, 0.012][c];
      }
    return develop(f, { w: 1200, thr: 0.6, bloom: 0.4, vig: 0.4, grain: 0.035 });
  },
};
