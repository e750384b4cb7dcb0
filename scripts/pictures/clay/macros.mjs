/** Glaze seen from a finger's width: a height field lit from the window's side. (x, y) → [colour, height, gloss]. */
import { clamp, fbm, hash, lin, mix, ss, tone, worley } from '../maths.mjs';

const warp = (x, y, k, f) => [x + k * fbm(x * f, y * f, 1), y + k * fbm(x * f + 9, y * f, 1)];
const MACROS = {
  'oil-spot': (x, y) => {
    const [wx, wy] = warp(x, y, 0.35, 1.4);
    let height = fbm(wx * 2, wy * 2, 4, 2) * 0.3,
      k = 0,
      ring = 0;
    for (const [f, dn] of [
      [3.1, 0.85],
      [6.3, 0.7],
      [13, 0.55],
    ]) {
      const [a, , id] = worley(wx * f, wy * f, 0.5);
      if (id < dn) {
        const R = 0.2 + id * 0.28,
          s = ss(R, R * 0.55, a);
        k = Math.max(k, s);
        ring = Math.max(ring, ss(R * 1.25, R, a) * ss(R * 0.6, R, a));
        height += s * 0.03;
      }
    }
    const c = mix(mix(lin('#120b09'), lin('#4a2413'), fbm(wx * 5, wy * 5, 8)), lin('#b9692f'), ring * 0.75);
    return [mix(c, lin('#9fb0b4'), k * (0.45 + 0.4 * fbm(wx * 22, wy * 22, 1))), height, 0.9];
  },
  crackle: (x, y) => {
    const n = fbm(x * 1.7, y * 1.7, 2),
      wx = x + n * 0.3,
      wy = y + fbm(x * 1.7 + 4, y * 1.7, 2) * 0.3;
    const [a, b] = worley(wx * 2.4, wy * 2.4, 0.3),
      [c1, d1] = worley(wx * 6.4, wy * 6.4, 0.7),
      crack = Math.max(ss(0.022, 0.002, b - a), ss(0.03, 0.002, d1 - c1) * 0.5);
    let c = mix(mix(lin('#a9c4ae'), lin('#5f8f7c'), ss(0.3, 0.72, n)), lin('#dbe4d3'), ss(0.6, 0.3, n) * 0.5);
    c = mix(c, lin('#5a4334'), crack * 0.78);
    return [mix(c, lin('#eaf1e6'), ss(0.14, 0.05, worley(wx * 30, wy * 30, 0)[0]) * 0.28), n * 0.55 - crack * 0.02, 1];
  },
  'ash-flow': (x, y) => {
    const w1 = fbm(x * 1.6, y * 0.7, 3),
      w2 = fbm(x * 1.6 + 7, y * 0.7, 9),
      u = x * 3.4 + w1 * 2.6,
      v = y * 0.8 + w2 * 1.4;
    const s = fbm(u * 2.2, v, 1, 5),
      h = fbm(u * 6, v * 1.1, 5, 4);
    let c = mix(
      mix(lin('#3f5c69'), lin('#8fa7ab'), ss(0.35, 0.6, s)),
      lin('#e8dfcd'),
      ss(0.56, 0.74, s) * (0.5 + h * 0.6),
    );
    c = mix(c, lin('#a2552a'), ss(0.42, 0.24, s) * (0.4 + h * 0.8));
    return [mix(c, lin('#2a1a14'), ss(0.3, 0.16, s)), s * 0.8 + h * 0.14, 0.8];
  },
  'hares-fur': (x, y) => {
    const lean = x + (y - 4) * 0.12,
      st = fbm(lean * 15, y * 0.5 + fbm(x * 2, y, 4) * 0.8, 2, 5),
      fine = fbm(lean * 46, y * 0.9, 7, 3),
      fall = ss(4.2, 6.1, y);
    let c = mix(lin('#17100f'), lin('#1d2a4a'), ss(0.4, 0.62, st) * (1 - fall * 0.4));
    c = mix(c, lin('#b98347'), ss(0.5, 0.72, st * 0.7 + fine * 0.3 - fall * 0.16) * (1 - fall));
    return [mix(c, lin('#cfd4d2'), ss(0.62, 0.8, st * 0.6 + fine * 0.4) * 0.5 * (1 - fall)), st * 0.4 + fine * 0.06, 1];
  },
  crystals: (x, y) => {
    let best = 9,
      c = mix(lin('#d9d0ba'), lin('#c2b795'), fbm(x * 1.5, y * 1.5, 2)),
      height = 0.1 * fbm(x, y, 3);
    for (let k = 0; k < 26; k++) {
      const cx = 10.6 + hash(k, 1, 7) * 4,
        cy = 3.6 + hash(k, 2, 7) * 2.9,
        R = 0.16 + hash(k, 3, 7) ** 2 * 0.62,
        dx = x - cx,
        dy = y - cy,
        d = Math.hypot(dx, dy);
      if (d > R * 1.2 || d / R > best) continue;
      const a = Math.atan2(dy, dx),
        fan = fbm(Math.cos(a) * 9 + k, Math.sin(a) * 9, d * 2, 3),
        needle = 0.5 + 0.5 * Math.sin(a * 70 + fan * 24 + d * 9),
        edge = R * (0.86 + 0.24 * fan);
      if (d < edge) {
        best = d / R;
        c = mix(
          mix(lin('#2e5d7d'), lin('#8fb6c4'), needle * 0.6 + (d / R) * 0.3),
          lin('#e9f0ea'),
          ss(edge * 0.86, edge, d) * 0.7 + ss(0.1 * R, 0, d) * 0.8,
        );
        height = 0.12 + needle * 0.012 * (d / R);
      }
    }
    return [c, height, 1];
  },
  'oxblood-rim': (x, y) => {
    const n = fbm(x * 1.6, y * 1.1, 3),
      run = fbm(x * 9, y * 0.8, 5, 4),
      g = y - 4 + (run - 0.5) * 0.9 + (n - 0.5) * 0.5,
      rim = ss(0.75, 0.25, g);
    let c = mix(lin('#4a0d0c'), lin('#94201a'), ss(0.3, 0.7, fbm(x * 4, y * 2, 8)));
    c = mix(c, lin('#2a0708'), ss(1.6, 2.5, g) * 0.8);
    c = mix(c, lin('#b9a08e'), rim);
    c = mix(c, lin('#7c8f86'), rim * ss(0.5, 0.75, fbm(x * 6, y * 3, 2)) * 0.7);
    const bubble = worley(x * 26, y * 26, 0.2)[0];
    return [mix(c, lin('#e8d6c8'), ss(0.12, 0.04, bubble) * 0.2), n * 0.4 + run * 0.16, 1];
  },
  'shino-crawl': (x, y) => {
    const [wx, wy] = warp(x, y, 0.5, 1.8),
      [a, b] = worley(wx * 3.1, wy * 3.1, 0.4),
      n = fbm(x * 2, y * 2, 6),
      gap = 0.05 + 0.16 * ss(0.4, 0.75, n),
      bare = ss(gap, gap * 0.45, b - a),
      dome = ss(0, 0.5, b - a);
    const [p] = worley(x * 24, y * 24, 2),
      pit = ss(0.2, 0.08, p);
    let c = mix(lin('#efe3d0'), lin('#e0b592'), ss(0.35, 0.7, fbm(x * 3, y * 3, 4)));
    c = mix(c, lin('#c2683c'), ss(gap * 2.6, gap, b - a) * 0.8);
    c = mix(c, lin('#7d4a30'), pit * 0.5);
    return [
      mix(c, mix(lin('#6b4230'), lin('#8f5d40'), fbm(x * 18, y * 18, 1)), bare),
      dome * 0.34 - bare * 0.12 - pit * 0.03,
      0.7 - bare * 0.65,
    ];
  },
  'throwing-rings': (x, y) => {
    const dx = x - 12.35,
      dy = y - 5.15,
      r = Math.hypot(dx, dy),
      a = Math.atan2(dy, dx),
      spiral = r * 13 - (a / 6.2832) * 1,
      f = spiral - Math.floor(spiral),
      grit = fbm(x * 30, y * 30, 2, 3),
      fine = fbm(r * 60, a * 0.6, 3, 3);
    const height = Math.pow(Math.abs(f - 0.5) * 2, 1.6) * 0.06 + fine * 0.03 + r * 0.05;
    let c = mix(lin('#a3785b'), lin('#7b563f'), fine * 0.7 + Math.abs(f - 0.5) * 0.35);
    c = mix(c, lin('#c59c7c'), ss(0.6, 0.9, grit) * 0.4);
    return [c, height, 0.5];
  },
  'carved-slip': (x, y) => {
    const u = x - 12.3,
      v = y - 5.1,
      petals = Math.abs(Math.sin(Math.atan2(v, u) * 4)) * 0.62 + 0.28,
      r = Math.hypot(u, v),
      wobble = 0.03 * (fbm(x * 6, y * 6, 3) - 0.5),
      e1 = Math.abs(r - petals - wobble),
      e2 = Math.abs(r - petals * 1.45 - wobble),
      e3 = Math.abs(r - petals * 0.52 - wobble);
    const rays = r > 1.28 ? Math.abs((((Math.atan2(v, u) / 6.2832) * 72 + 400 + wobble * 9) % 1) - 0.5) * r * 0.087 : 1,
      line = Math.min(e1, e2, e3, rays),
      cut = ss(0.026 + 0.01 * fbm(x * 20, y * 20, 1), 0.012, line),
      n = fbm(x * 3, y * 3, 7),
      brush = fbm(r * 24, Math.atan2(v, u) * 2, 4, 3);
    const slip = mix(lin('#26313a'), lin('#3d4c55'), brush * 0.8 + n * 0.2),
      clay = mix(lin('#d8b798'), lin('#b98c69'), fbm(x * 22, y * 22, 2));
    return [mix(slip, clay, cut), 0.06 - cut * 0.07 + brush * 0.02 + ss(0.05, 0.028, line) * 0.018, 0.35];
  },
};

export const MACRO_NAMES = Object.keys(MACROS);

/** Eight-bit picture of a glaze. */
export function paintMacro(name, w, h) {
  const f = MACROS[name],
    heights = new Float32Array(w * h),
    cells = [],
    out = Buffer.alloc(w * h * 3),
    s = h / 900,
    span = 2.108;
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const q = f((x / h) * span + 11, (y / h) * span + 4);
      cells.push(q);
      heights[y * w + x] = q[1];
    }
  const L = [-0.55, -0.62, 0.56];
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const i = y * w + x,
        q = cells[i];
      const hx = (heights[y * w + Math.min(w - 1, x + 2)] - heights[y * w + Math.max(0, x - 2)]) * 34 * s,
        hy = (heights[Math.min(h - 1, y + 2) * w + x] - heights[Math.max(0, y - 2) * w + x]) * 34 * s;
      let n = [-hx + (x / w - 0.5) * 0.5, -hy + (y / h - 0.5) * 0.5, 1];
      const l = Math.hypot(...n);
      n = n.map((v) => v / l);
      const nl = Math.max(0, n[0] * L[0] + n[1] * L[1] + n[2] * L[2]),
        rz = 2 * n[2] * n[2] - 1,
        rx = 2 * n[2] * n[0],
        ry = 2 * n[2] * n[1];
      const pane =
        ss(0.3, 0.16, Math.abs(rx + 0.36)) *
        ss(0.36, 0.2, Math.abs(ry + 0.42)) *
        (Math.abs(rx + 0.36) < 0.02 ? 0.3 : 1);
      const shine = (pane * 0.34 + Math.max(0, rx * L[0] + ry * L[1] + rz * L[2]) ** 60 * 0.8) * q[2],
        fall = 1.12 - 0.5 * ((x / w - 0.42) ** 2 + (y / h - 0.4) ** 2),
        grain = (hash(x, y, 5) - 0.5) * 0.012;
      for (let k = 0; k < 3; k++)
        out[i * 3 + k] = clamp(tone((q[0][k] * (0.42 + nl * 1.15) + shine) * fall) + grain) * 255;
    }
  return out;
}
