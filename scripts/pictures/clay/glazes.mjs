/** Surfaces: (local x, y, z, top of the pot, normal's y) → [colour, gloss, roughness, bump]. */
import { clamp, fbm, lin, mix, ss, vn, worley } from '../maths.mjs';

const C = {
  bone: lin('#e9e0cf'),
  cream: lin('#d9cbb2'),
  clay: lin('#a9785a'),
  darkclay: lin('#6b4634'),
  iron: lin('#8a3f22'),
  rust: lin('#b0602c'),
  tenmoku: lin('#22140e'),
  celadon: lin('#9db8a2'),
  deep: lin('#5f8a78'),
  pale: lin('#d4ddcb'),
  ash: lin('#8fa3a8'),
  ashD: lin('#48626e'),
  soot: lin('#2e2a27'),
  wet: lin('#8d6a53'),
  wood: lin('#a07a55'),
  woodD: lin('#6e4e34'),
  plaster: lin('#e6dccb'),
  linen: lin('#cfc2ad'),
  slate: lin('#4a4540'),
  cobalt: lin('#35496b'),
  cobaltD: lin('#161d2c'),
  ox: lin('#6e1712'),
  oxD: lin('#2c0b0a'),
  shino: lin('#ead9c2'),
  gold: lin('#c99a3d'),
};
const speck = (x, y, z, f, density) => {
  const [a, , id] = worley(x * f, y * f, z * f);
  return id > 1 - density ? ss(0.34 * (0.4 + id * 0.6), 0.1, a) : 0;
};
/** Where a dip ended: a wavering line around the pot at height g. */
const lineAt = (x, z, y, g, w = 0.1) => {
  const a = Math.atan2(z, x),
    h = g + w * (fbm(Math.cos(a) * 1.6 + 5, Math.sin(a) * 1.6, g * 9, 3) - 0.5) * 2;
  return ss(h - 0.012, h + 0.012, y);
};
const rawClay = (x, y, z, c = C.clay) => {
  const n = fbm(x * 9, y * 22, z * 9, 4),
    k = speck(x, y, z, 26, 0.25);
  return [mix(mix(c, mix(c, C.darkclay, 0.6), n * 0.7), C.soot, k * 0.55), 0.02, 0.9, 0.5];
};
const glazed =
  (fn, g = 0.12, w = 0.09, clay = C.clay) =>
  (x, y, z, top, ny) => {
    const r = Math.hypot(x, z),
      k = (y > top * 0.5 && r < 0.2) || ny > 0.25 ? 1 : lineAt(x, z, y, g, w);
    const b = fn(x, y, z, top);
    if (k >= 1) return b;
    const a = rawClay(x, y, z, clay);
    return [mix(a[0], b[0], k), a[1] + (b[1] - a[1]) * k, a[2] + (b[2] - a[2]) * k, 0.4];
  };
/** Streaks that run down the wall. */
const streak = (x, y, z, around, along, o = 3) => {
  const a = Math.atan2(z, x);
  return fbm(Math.cos(a) * around, y * along, Math.sin(a) * around, o);
};

export const GLAZES = {
  celadon: glazed(
    (x, y, z, top) => {
      const n = fbm(x * 2.2, y * 2.2, z * 2.2),
        rim = ss(top - 0.09, top - 0.005, y),
        pool = ss(0.5, 0.12, y) * 0.6;
      const [f1, f2] = worley(x * 7 + n * 1.2, y * 7, z * 7),
        crack = ss(0.035, 0, f2 - f1) * 0.35;
      let c = mix(mix(C.celadon, C.deep, clamp(n * 0.8 - 0.15 + pool)), C.pale, rim * 0.8);
      c = mix(c, C.darkclay, rim * 0.25 * n + crack * 0.6);
      return [mix(c, C.darkclay, speck(x, y, z, 19, 0.09) * 0.6), 0.055, 0.015, 0.12];
    },
    0.16,
    0.05,
    C.darkclay,
  ),
  tenmoku: glazed(
    (x, y, z, top) => {
      const n = fbm(x * 3, y * 5, z * 3),
        st = streak(x, y, z, 9, 1.2),
        rim = ss(top - 0.2 - st * 0.18, top - 0.01, y);
      let c = mix(mix(C.tenmoku, C.iron, ss(0.5, 0.78, n) * 0.5), C.rust, rim * (0.5 + st * 0.6));
      c = mix(c, C.rust, ss(0.56, 0.75, st) * 0.35 * ss(0.15, top, y));
      return [mix(c, lin('#7b8790'), speck(x, y, z, 22, 0.4) * 0.16), 0.06, 0.02, 0.1];
    },
    0.2,
    0.11,
  ),
  bone: glazed(
    (x, y, z, top) => {
      const n = fbm(x * 2.6, y * 2.6, z * 2.6),
        rim = ss(top - 0.05, top, y);
      let c = mix(mix(C.bone, C.cream, n), C.rust, rim * 0.4 + ss(0.62, 0.85, n) * 0.22);
      c = mix(c, C.darkclay, speck(x, y, z, 15, 0.32) * 0.85);
      return [mix(c, C.darkclay, speck(x + 3, y, z, 31, 0.2) * 0.7), 0.035, 0.16, 0.2];
    },
    0.14,
    0.06,
  ),
  iron: glazed(
    (x, y, z) => {
      const n = fbm(x * 4, y * 7, z * 4),
        st = streak(x, y, z, 5, 0.8);
      const c = mix(mix(C.iron, mix(C.iron, C.tenmoku, 0.6), n), C.rust, ss(0.45, 0.7, st) * 0.5);
      return [mix(c, C.soot, speck(x, y, z, 24, 0.3) * 0.5), 0.035, 0.22, 0.28];
    },
    0.1,
    0.05,
    C.darkclay,
  ),
  ash: glazed(
    (x, y, z, top) => {
      const st = streak(x, y, z, 11, 0.9, 4),
        drip = ss(0.4, 0.62, st + (y - top * 0.55) * 0.35);
      const c = mix(mix(C.ashD, C.ash, drip), C.bone, ss(top - 0.28, top, y) * 0.55 * st + drip * 0.18);
      return [mix(c, C.rust, ss(top - 0.03, top, y) * 0.5), 0.05, 0.03, 0.16];
    },
    0.22,
    0.16,
    C.darkclay,
  ),
  cobalt: glazed(
    (x, y, z, top) => {
      const st = streak(x, y, z, 13, 0.7, 4),
        n = fbm(x * 3, y * 3, z * 3);
      const c = mix(
        mix(C.cobaltD, C.cobalt, ss(0.36, 0.62, st)),
        lin('#7f9cc0'),
        ss(0.6, 0.8, st) * 0.5 + ss(top - 0.16, top - 0.02, y) * 0.3,
      );
      return [mix(c, C.rust, ss(top - 0.035, top, y) * 0.75 + ss(0.7, 0.9, n) * 0.15), 0.06, 0.02, 0.1];
    },
    0.18,
    0.12,
  ),
  oxblood: glazed(
    (x, y, z, top) => {
      const n = fbm(x * 2.4, y * 3, z * 2.4),
        st = streak(x, y, z, 8, 0.6, 4),
        rim = ss(top - 0.14 - st * 0.1, top - 0.01, y);
      const c = mix(mix(C.oxD, C.ox, ss(0.3, 0.7, n) * 0.9 + 0.1), lin('#9b3426'), ss(0.55, 0.8, st) * 0.6);
      return [mix(c, lin('#cfc6b4'), rim * 0.85), 0.06, 0.012, 0.08];
    },
    0.17,
    0.05,
  ),
  shino: glazed(
    (x, y, z, top) => {
      const n = fbm(x * 1.8, y * 1.8, z * 1.8),
        pits = speck(x, y, z, 30, 0.5),
        [a, b] = worley(x * 4 + n, y * 4, z * 4),
        crawl = ss(0.05, 0.01, b - a) * ss(0.52, 0.7, n);
      let c = mix(C.shino, lin('#c9714a'), ss(0.5, 0.78, n) * 0.75 + ss(top - 0.06, top, y) * 0.5);
      c = mix(c, C.darkclay, crawl * 0.8);
      return [mix(c, lin('#a5673f'), pits * 0.5), 0.04, 0.22, 0.35];
    },
    0.15,
    0.08,
  ),
  mended: glazed(
    (x, y, z, top) => {
      const n = fbm(x * 2.6, y * 2.6, z * 2.6),
        wx = x + 0.12 * n,
        [a, b] = worley(wx * 1.5 + 4.3, y * 1.5 + 0.2, z * 1.5),
        seam = ss(0.034, 0.018, b - a);
      const c = mix(mix(C.celadon, C.deep, clamp(n - 0.2)), C.pale, ss(top - 0.07, top, y) * 0.6);
      return [mix(c, C.gold, seam), 0.05 + seam * 0.3, 0.03 + seam * 0.16, 0.14];
    },
    0.12,
    0.04,
    C.darkclay,
  ),
  banded: glazed(
    (x, y, z, top) => {
      const n = fbm(x * 5, y * 2, z * 5),
        bands = ss(0.44, 0.5, 0.5 + 0.5 * Math.sin(y * 26 + n * 1.4) * (0.6 + n * 0.5)),
        dry = fbm(Math.atan2(z, x) * 9, y * 60, 2);
      return [
        mix(mix(C.bone, C.cream, n), C.ashD, bands * ss(0.2, 0.55, dry) * ss(top + 0.1, top - 0.1, y)),
        0.035,
        0.18,
        0.2,
      ];
    },
    0.1,
    0.03,
  ),
  dip: (x, y, z, top) => {
    const t = lineAt(x, z, y, top * 0.52, 0.05),
      a = rawClay(x, y, z),
      b = GLAZES.bone(x, y + 1, z, top + 1);
    return [mix(a[0], b[0], t), a[1] + (0.04 - a[1]) * t, a[2] + (0.12 - a[2]) * t, 0.3];
  },
  celadip: (x, y, z, top) => {
    const t = lineAt(x, z, y, top * 0.42, 0.07),
      a = rawClay(x, y, z, C.darkclay),
      b = GLAZES.celadon(x, y + 1, z, top + 1);
    return [mix(a[0], b[0], t), a[1] + (0.055 - a[1]) * t, a[2] + (0.02 - a[2]) * t, 0.3];
  },
  raw: (x, y, z) => rawClay(x, y, z),
  dark: (x, y, z) => rawClay(x, y, z, C.darkclay),
  bisque: (x, y, z) => rawClay(x, y, z, lin('#cf9f80')),
  porcelain: (x, y, z) => {
    const n = fbm(x * 3, y * 3, z * 3);
    return [mix(lin('#efe9df'), lin('#d9d3c8'), n * 0.6), 0.03, 0.3, 0.15];
  },
  leather: (x, y, z) => {
    const n = fbm(x * 5, y * 26, z * 5);
    return [mix(lin('#7d6455'), lin('#5d4a40'), n * 0.7), 0.03, 0.4, 0.35];
  },
  wet: (x, y, z) => {
    const n = fbm(x * 5, y * 40, z * 5);
    return [mix(C.wet, C.darkclay, n * 0.55), 0.05, 0.2, 0.3];
  },
  wood: (x, y, z) => {
    const n = fbm(x * 1.1, y * 14, z * 14 + x * 0.4),
      g = fbm(x * 3, y * 60, z * 60);
    return [mix(mix(C.wood, C.woodD, n), C.woodD, g * 0.35), 0.03, 0.45, 0.15];
  },
  plaster: (x, y, z) => {
    const n = fbm(x * 1.3, y * 1.3, z * 1.3);
    return [mix(C.plaster, C.linen, n * 0.55), 0, 1, 0.12];
  },
  linen: (x, y, z) => {
    const n = 0.5 + 0.25 * Math.sin(x * 190) + 0.25 * Math.sin(z * 190);
    return [mix(C.linen, mix(C.linen, C.woodD, 0.25), n * 0.5 + fbm(x * 2, 0, z * 2) * 0.4), 0, 1, 0.2];
  },
  slate: (x, y, z) => {
    const n = fbm(x * 2, y * 2, z * 2);
    return [mix(C.slate, C.soot, n), 0.03, 0.4, 0.2];
  },
  steel: (x, y, z) => {
    const n = fbm(Math.hypot(x, z) * 34, 1, 1, 3);
    return [mix(lin('#8b7560'), lin('#5b4636'), n), 0.16, 0.16, 0.05];
  },
  brass: () => [lin('#b08a48'), 0.35, 0.14, 0.05],
  sponge: (x, y, z) => {
    const [a] = worley(x * 14, y * 14, z * 14),
      n = fbm(x * 5, y * 5, z * 5);
    return [mix(lin('#c4a468'), lin('#75592c'), ss(0.42, 0.1, a) * 0.9 + n * 0.25), 0, 1, 1.6];
  },
  bristle: (x, y, z) => [mix(lin('#d8c6a4'), lin('#8f7350'), vn(x * 60, y * 4, z * 60)), 0.02, 0.6, 0.4],
  tea: () => [lin('#6d3f12'), 0.05, 0, 0.02],
  greentea: () => [lin('#8b9a4a'), 0.04, 0.05, 0.06],
  slip: (x, y, z) => {
    const n = fbm(x * 2, 1, z * 2),
      r = Math.hypot(x, z);
    return [
      mix(lin('#a9bfb0'), lin('#7f9c8d'), ss(0.3, 0.7, n + 0.06 * Math.sin(r * 30 - Math.atan2(z, x) * 2))),
      0.05,
      0.03,
      0.1,
    ];
  },
  twig: (x, y, z) => [mix(C.woodD, C.soot, fbm(x * 20, y * 20, z * 20)), 0.02, 0.7, 0.3],
  bud: (x, y, z) => [mix(lin('#f0e2d2'), lin('#d9a58c'), fbm(x * 12, y * 12, z * 12)), 0.02, 0.6, 0.2],
  leaf: (x, y, z) => [mix(lin('#6f7f58'), lin('#3f4d33'), fbm(x * 9, y * 9, z * 9)), 0.03, 0.5, 0.2],
};
/** Seamless papers behind the pots. */
for (const [name, a, b] of [
  ['oxide', '#9a5a40', '#7b4230'],
  ['sage', '#b7c2b0', '#98a794'],
  ['indigo', '#5a6874', '#414d5a'],
  ['ochre', '#cbb08a', '#b3946a'],
  ['blush', '#dcbcab', '#c39c89'],
  ['moss', '#7b7d6c', '#62655a'],
  ['chalk', '#f0ebe2', '#ddd5c8'],
]) {
  const from = lin(a),
    to = lin(b);
  GLAZES[name] = (x, y, z) => [mix(from, to, fbm(x * 0.9, y * 0.9, z * 0.9)), 0, 1, 0.12];
}

const seen = new Map();
/** A surface's colour on average: enough for light that comes second hand, and far cheaper. */
export function averageColour(name) {
  let c = seen.get(name);
  if (!c) {
    c = [0, 0, 0];
    for (let i = 0; i < 48; i++) {
      const a = i * 2.4,
        q = GLAZES[name](Math.cos(a) * 0.5, 0.15 + (i / 48) * 0.8, Math.sin(a) * 0.5, 1, 0)[0];
      for (let k = 0; k < 3; k++) c[k] += q[k] / 48;
    }
    seen.set(name, c);
  }
  return c;
}
/** The tile's bare end, where it was held for dipping. */
export const bareClay = rawClay;
