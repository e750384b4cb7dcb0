/** A ray-marched modular rack: jacks, knobs, LEDs and cables on a panel in the plane z = 0, with depth of field. */
import { clamp, lerp, rng, ss } from '../maths.mjs';
import { frame } from './film.mjs';
import { BLU, h2, n2, RED, YEL } from './noise.mjs';

const NONE = 0,
  JACK = 1,
  KNOB = 2,
  LED = 3,
  BIG = 5;
const unit = (a) => {
  const l = Math.hypot(...a);
  return a.map((v) => v / l);
};
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

export function rack(options) {
  const o = {
    W: 1600,
    H: 1200,
    fov: 38,
    cables: 9,
    palette: [YEL],
    knobs: 0.22,
    leds: 0.13,
    aperture: 1,
    key: [-0.5, 0.75, 0.9],
    keyCol: [1, 0.96, 0.9],
    power: 1,
    ledPalette: [YEL, RED, BLU],
    span: [-9, 9, -6, 6],
    silver: 0.2,
    big: [],
    lamp: () => 1,
    ...options,
  };
  const world = build(o);
  return focus(shade(o, world), o);
}

/** What sits in each cell of the panel, the lights, and the cables as short capsules indexed by cell. */
function build({ seed, cables, palette, knobs, leds, ledPalette, span, big, lamp }) {
  const R = rng(seed),
    cells = new Map();
  const kindOf = (i, j) => {
    for (const b of big)
      if (Math.abs(i - b[0]) <= 1 && Math.abs(j - b[1]) <= 1) return i === b[0] && j === b[1] ? BIG : NONE;
    if (j % 5 === 0) return NONE;
    const r = h2(i, j, seed),
      upper = ((j % 5) + 5) % 5 >= 3,
      k = knobs * (upper ? 2.4 : 0.35);
    return r < k ? KNOB : r < k + leds ? LED : r > 0.96 ? NONE : JACK;
  };
  const kind = (i, j) => {
    const k = i * 1000 + j;
    let v = cells.get(k);
    if (v === undefined) cells.set(k, (v = kindOf(i, j)));
    return v;
  };
  const lights = [],
    jacks = [],
    segs = [],
    grid = new Map();
  for (let i = span[0]; i <= span[1]; i++)
    for (let j = span[2]; j <= span[3]; j++) {
      if (kind(i, j) === LED && h2(i, j, seed + 5) > 0.3)
        lights.push([
          i,
          j,
          ledPalette[Math.floor(h2(i, j, seed + 9) * ledPalette.length)],
          (0.5 + h2(i, j, 2) * 0.9) * lamp(i, j),
        ]);
      if (kind(i, j) === JACK && i > span[0] && i < span[1] && j > span[2] && j < span[3]) jacks.push([i, j]);
    }
  for (let c = 0; c < cables; c++) {
    const a = jacks.splice(Math.floor(R() * jacks.length), 1)[0],
      want = 2.5 + R() * 5;
    let best = 1e9,
      bi = 0;
    jacks.forEach((q, n) => {
      const d = Math.abs(Math.hypot(q[0] - a[0], q[1] - a[1]) - want) + R() * 1.2;
      if (d < best) {
        best = d;
        bi = n;
      }
    });
    const b = jacks.splice(bi, 1)[0];
    if (!b) break;
    const col = palette[c % palette.length],
      L = Math.hypot(a[0] - b[0], a[1] - b[1]),
      out = 1.5 + R() * 0.7,
      drop = 0.5 + L * (0.22 + R() * 0.22),
      sx = (R() - 0.5) * 1.2;
    const P = [
      [a[0], a[1], 1],
      [a[0], a[1] - 0.05, 1.45],
      [lerp(a[0], b[0], 0.25) + sx, lerp(a[1], b[1], 0.25) - drop * 0.75, out],
      [lerp(a[0], b[0], 0.75) + sx, lerp(a[1], b[1], 0.75) - drop * 0.75, out * 0.95],
      [b[0], b[1] - 0.05, 1.45],
      [b[0], b[1], 1],
    ];
    const at = (t) => {
      const q = P.map((p) => p.slice());
      for (let n = 5; n > 0; n--)
        for (let m = 0; m < n; m++) for (let k = 0; k < 3; k++) q[m][k] = lerp(q[m][k], q[m + 1][k], t);
      return q[0];
    };
    let p = at(0);
    for (let n = 1; n <= 34; n++) {
      const q = at(n / 34);
      segs.push([...p, ...q, 0.105, col, 0]);
      p = q;
    }
    for (const e of [a, b]) {
      segs.push([e[0], e[1], 0.1, e[0], e[1], 0.86, 0.2, [0.018, 0.018, 0.02], 1]);
      segs.push([e[0], e[1], 0.84, e[0], e[1], 1.08, 0.14, col, 1]);
    }
  }
  for (const s of segs)
    for (let i = Math.floor(Math.min(s[0], s[3]) - 1); i <= Math.floor(Math.max(s[0], s[3]) + 1); i++)
      for (let j = Math.floor(Math.min(s[1], s[4]) - 1); j <= Math.floor(Math.max(s[1], s[4]) + 1); j++) {
        const k = i * 1000 + j;
        (grid.get(k) ?? grid.set(k, []).get(k)).push(s);
      }
  return { kind, lights, grid };
}

function shade(o, { kind, lights, grid }) {
  const { W, H, eye, look, fov, key, keyCol, power, silver, big, seed } = o,
    modW = 4;
  let mat = 0,
    cable = null;
  const map = (x, y, z) => {
    let d = z;
    mat = 0;
    const i = Math.round(x),
      j = Math.round(y),
      u = x - i,
      v = y - j,
      k = kind(i, j),
      r = Math.hypot(u, v);
    if (z < 1.2) {
      if (k === JACK) {
        const nut = Math.max(Math.max(Math.abs(u) * 0.866 + Math.abs(v) * 0.5, Math.abs(v)) - 0.34, z - 0.06) - 0.012,
          e = Math.max(Math.min(nut, Math.max(r - 0.26, z - 0.2) - 0.02), 0.155 - r);
        if (e < d) {
          d = e;
          mat = 1;
        }
        if (r < 0.155) {
          d = Math.min(z + 0.5, Math.max(0.156 - r, 0.003));
          mat = 6;
        }
      } else if (k === KNOB) {
        const e =
            (Math.max(r - (0.36 - z * 0.06 + 0.012 * Math.cos(Math.atan2(v, u) * 26) * ss(0.5, 0.4, z)), z - 0.62) -
              0.03) *
            0.8,
          skirt = Math.max(r - 0.43, z - 0.1) - 0.01;
        if (e < d) {
          d = e;
          mat = 2;
        }
        if (skirt < d) {
          d = skirt;
          mat = 7;
        }
      } else if (k === LED) {
        const e = Math.hypot(u, v, z - 0.06) - 0.1,
          bezel = Math.max(r - 0.16, z - 0.05) - 0.01;
        if (bezel < d) {
          d = bezel;
          mat = 1;
        }
        if (e < d) {
          d = e;
          mat = 3;
        }
      }
    }
    for (const b of big) {
      const U = x - b[0],
        V = y - b[1],
        R = Math.hypot(U, V);
      if (R > 1.7 || z > 1.5) continue;
      const e =
          (Math.max(R - (0.98 - z * 0.08 + 0.016 * Math.cos(Math.atan2(V, U) * 44) * ss(0.95, 0.8, z)), z - 1.02) -
            0.05) *
          0.8,
        skirt = Math.max(R - 1.12, z - 0.12) - 0.01;
      if (e < d) {
        d = e;
        mat = 2;
      }
      if (skirt < d) {
        d = skirt;
        mat = 7;
      }
    }
    const g = grid.get(Math.floor(x) * 1000 + Math.floor(y));
    if (g)
      for (let n = 0; n < g.length; n++) {
        const s = g[n],
          bx = s[3] - s[0],
          by = s[4] - s[1],
          bz = s[5] - s[2],
          px = x - s[0],
          py = y - s[1],
          pz = z - s[2];
        const t = clamp((px * bx + py * by + pz * bz) / (bx * bx + by * by + bz * bz + 1e-9)),
          qx = px - bx * t,
          qy = py - by * t,
          qz = pz - bz * t,
          e = Math.sqrt(qx * qx + qy * qy + qz * qz) - s[6];
        if (e < d && e < 0.95) {
          d = e;
          mat = s[8] ? 5 : 4;
          cable = s[7];
        }
      }
    return Math.min(d, 0.34);
  };
  const film = frame(W, H),
    depth = new Float32Array(W * H);
  const fw = unit(look.map((v, n) => v - eye[n])),
    rt = unit(cross(fw, [0, 1, 0])),
    up = cross(rt, fw),
    tan = Math.tan((fov * Math.PI) / 360),
    L = unit(key),
    FD = o.focus ?? Math.hypot(...look.map((v, n) => v - eye[n]));
  const room = (x, y, z) =>
    0.05 +
    ss(0.25, 0.4, y) * ss(0.75, 0.6, y) * ss(-0.9, 0.2, z) * 1.7 +
    ss(-0.75, -0.68, x) * ss(-0.4, -0.5, x) * 0.8 +
    ss(0.5, 0.9, x) * 0.15 +
    Math.max(0, z) * 0.06;
  for (let py = 0; py < H; py++)
    for (let px = 0; px < W; px++) {
      const sx = ((px + 0.5 - W / 2) / (H / 2)) * tan,
        sy = -((py + 0.5 - H / 2) / (H / 2)) * tan;
      const [dx, dy, dz] = unit([
        fw[0] + rt[0] * sx + up[0] * sy,
        fw[1] + rt[1] * sx + up[1] * sy,
        fw[2] + rt[2] * sx + up[2] * sy,
      ]);
      let t = dz < 0 ? Math.max(0, (2.3 - eye[2]) / dz) : 0,
        hit = false,
        x = 0,
        y = 0,
        z = 0;
      for (let n = 0; n < 110; n++) {
        x = eye[0] + dx * t;
        y = eye[1] + dy * t;
        z = eye[2] + dz * t;
        if (z > 2.6 && dz > 0) break;
        const d = map(x, y, z);
        if (d < 0.0022 + t * 0.0002) {
          hit = true;
          break;
        }
        t += d * 0.92;
        if (t > 40) break;
      }
      const p = (py * W + px) * 3;
      depth[py * W + px] = hit ? t : 40;
      if (!hit) {
        film.d.fill(0.004, p, p + 3);
        continue;
      }
      const m = mat,
        mc = cable,
        e = 0.004,
        d0 = map(x, y, z);
      const [nx, ny, nz] = unit([map(x + e, y, z) - d0, map(x, y + e, z) - d0, map(x, y, z + e) - d0 || 1e-9]);
      let sh = 1,
        st = 0.05;
      for (let n = 0; n < 18; n++) {
        const d = map(x + nx * 0.01 + L[0] * st, y + ny * 0.01 + L[1] * st, z + nz * 0.01 + L[2] * st);
        sh = Math.min(sh, (5 * d) / st);
        if (sh < 0.02) {
          sh = 0;
          break;
        }
        st += clamp(d, 0.04, 0.3);
        if (z + L[2] * st > 2.2) break;
      }
      sh = clamp(sh);
      sh = sh * sh * (3 - 2 * sh);
      let ao = 1;
      for (let n = 1; n <= 3; n++)
        ao -= (n * 0.11 - map(x + nx * n * 0.11, y + ny * n * 0.11, z + nz * n * 0.11)) * (0.9 / n);
      ao = clamp(ao, 0.08, 1);
      const bg = big.find((b) => Math.hypot(x - b[0], y - b[1]) < 1.45),
        i = bg ? bg[0] : Math.round(x),
        j = bg ? bg[1] : Math.round(y),
        s = skin(m, mc, { x, y, z, i, j, nz, modW, silver, seed, kind, lights });
      const { a, spec, gl, metal, em } = s;
      const ndl = Math.max(0, nx * L[0] + ny * L[1] + nz * L[2]),
        hx = L[0] - dx,
        hy = L[1] - dy,
        hz = L[2] - dz,
        ndh = Math.max(0, (nx * hx + ny * hy + nz * hz) / Math.hypot(hx, hy, hz)),
        sp = ((ndh ** gl * spec * (gl + 8)) / 30) * sh;
      const ndv = dx * nx + dy * ny + dz * nz,
        ev = room(dx - 2 * ndv * nx, dy - 2 * ndv * ny, dz - 2 * ndv * nz) * lerp(0.3, 1, sh) * ao,
        fr = (1 - clamp(-ndv)) ** 5;
      const ll = [0, 0, 0];
      for (const l of lights) {
        const ax = l[0] - x,
          ay = l[1] - y,
          az = 0.22 - z,
          q = ax * ax + ay * ay + az * az;
        if (q > 12) continue;
        const w = (Math.max(0.1, (ax * nx + ay * ny + az * nz) / Math.sqrt(q)) * l[3] * 0.22) / (q + 0.05);
        for (let c = 0; c < 3; c++) ll[c] += l[2][c] * w;
      }
      const fog = Math.exp(-Math.max(0, t - FD) * 0.06);
      for (let c = 0; c < 3; c++) {
        const df = ndl * sh * 2.1 * power * keyCol[c] + 0.1 * ao * (c === 2 ? 1.25 : 1) + ll[c];
        const v = metal
          ? lerp(a[c] * df, a[c] * (ev * 1.5 * power + ll[c] * 0.6) + sp * power, metal)
          : a[c] * df + sp * power * keyCol[c] + (spec * 0.25 + 0.03) * fr * ev * power;
        film.d[p + c] = (v + (em ? em[c] : 0)) * fog;
      }
    }
  return { film, depth, FD };
}

/** Colour, shine and light of a point, with the panel's print. */
function skin(m, mc, { x, y, z, i, j, nz, modW, silver, seed, kind, lights }) {
  const u = x - i,
    v = y - j,
    r = Math.hypot(u, v),
    k = kind(i, j),
    isSilver = h2(Math.floor((x + 0.5) / modW), 3, seed) < silver;
  if (m === 1) return { a: [0.62, 0.6, 0.56], spec: 0.2, gl: 60, metal: 1 };
  if (m === 2) {
    const an = (h2(i, j, 77) - 0.5) * 4.2,
      s = Math.sin(an),
      c = Math.cos(an),
      q = u * c - v * s,
      p = u * s + v * c,
      B = k === BIG ? 2.6 : 1;
    if (p > 0.05 * B && Math.abs(q) < 0.028 * B * 0.8) return { a: [0.9, 0.88, 0.82], spec: 0.5, gl: 30, metal: 0 };
    return nz > 0.8 && r < 0.26 * B
      ? { a: [0.09, 0.09, 0.09], spec: 0.5, gl: 30, metal: 0.5 }
      : { a: [0.016, 0.016, 0.017], spec: 0.5, gl: 30, metal: 0 };
  }
  if (m === 3) {
    const l = lights.find((q) => q[0] === i && q[1] === j);
    return { a: [0.08, 0.08, 0.08], spec: 1, gl: 80, metal: 0, em: l && l[2].map((q) => q * l[3] * 3.4 + 0.5 * l[3]) };
  }
  if (m === 4) return { a: mc.map((q) => q * 0.78), spec: 0.32, gl: 22, metal: 0 };
  if (m === 5)
    return {
      a: mc.map((q) => q * 0.7 * (mc[0] < 0.05 && z > 0.5 ? (Math.sin(z * 60) > 0 ? 1.6 : 0.7) : 1)),
      spec: 0.5,
      gl: 36,
      metal: 0,
    };
  if (m === 6) return { a: [0.004, 0.004, 0.004], spec: 0.02, gl: 24, metal: 0 };
  if (m === 7) return { a: [0.03, 0.03, 0.032], spec: 0.4, gl: 40, metal: 0 };
  const br = 0.85 + 0.3 * n2(x * 3, y * 90, 4),
    ink = isSilver ? [0.02, 0.02, 0.02] : [0.55, 0.55, 0.52];
  let a = isSilver ? [0.34 * br, 0.335 * br, 0.32 * br] : [0.024 * br, 0.025 * br, 0.027 * br],
    w = 0,
    metal = 0;
  if (k === KNOB || k === BIG) {
    const th = Math.atan2(u, v),
      tick = Math.abs((((th / (Math.PI * 2)) * 24 + 24) % 1) - 0.5),
      f = k === BIG;
    if (r > 0.46 * (f ? 2.52 : 1) && r < 0.5 * (f ? 2.56 : 1) && Math.abs(th) < 2.5 && tick > 0.5 - 0.06 / r) w = 1;
  }
  if (
    k === JACK &&
    v < -0.385 &&
    v > -0.455 &&
    Math.abs(u) < 0.05 + h2(i, j, 8) * 0.2 &&
    (((u * 26) % 1) + 1) % 1 < 0.62 &&
    n2(u * 60, v * 60, i) > 0.3
  )
    w = 0.9;
  if (h2(i, j, 31) > 0.55 && k === JACK && Math.abs(u) < 0.006 && v > 0.38) w = Math.max(w, 0.8);
  if (((j % 5) + 5) % 5 === 0 && k === NONE) {
    if (Math.abs(v) < 0.012) w = Math.max(w, 0.55);
    if (h2(i, 1, 6) > 0.72 && r < 0.19) {
      metal = 1;
      w = 0;
      a = Math.abs((u + v) * 0.7) < 0.03 ? INKED : [0.5, 0.5, 0.48];
    }
  }
  if (Math.abs((x + 0.5) / modW - Math.floor((x + 0.5) / modW) - 0.5) * 2 > 0.992) {
    a = [0.002, 0.002, 0.002];
    w = 0;
  }
  return { a: a.map((q, n) => lerp(q, ink[n], w)), spec: isSilver ? 0.5 : 0.16, gl: 14, metal };
}
const INKED = [0.02, 0.02, 0.02];

/** Depth of field: a spiral of taps, each weighted by its own circle of confusion. */
function focus({ film: f, depth, FD }, { W, H, aperture }) {
  const g = frame(W, H),
    cmax = W * 0.017 * aperture,
    coc = (t) => Math.min(cmax, (Math.abs(t - FD) / t) * W * 0.075 * aperture),
    N = 72;
  const taps = Array.from({ length: N }, (_, n) => [Math.sqrt((n + 0.5) / N) * cmax, n * 2.39996]);
  for (let y = 0; y < H; y++)
    for (let x = 0; x < W; x++) {
      const t0 = depth[y * W + x],
        c0 = coc(t0),
        ph = h2(x, y, 1) * 6.28,
        q = (y * W + x) * 3,
        w0 = (1 / (c0 * c0 + 1)) * 0.8;
      let s0 = f.d[q] * w0,
        s1 = f.d[q + 1] * w0,
        s2 = f.d[q + 2] * w0,
        ws = w0;
      for (let n = 0; n < N; n++) {
        const rr = taps[n][0],
          an = taps[n][1] + ph,
          X = clamp(Math.round(x + Math.cos(an) * rr), 0, W - 1),
          Y = clamp(Math.round(y + Math.sin(an) * rr), 0, H - 1),
          tt = depth[Y * W + X];
        let cc = coc(tt);
        if (tt > t0) cc = Math.min(cc, c0 * 1.6 + 0.5);
        const wt = ss(rr - 1.2, rr + 0.6, cc) / (cc * cc + 1);
        if (wt > 0) {
          const p = (Y * W + X) * 3;
          s0 += f.d[p] * wt;
          s1 += f.d[p + 1] * wt;
          s2 += f.d[p + 2] * wt;
          ws += wt;
        }
      }
      g.d[q] = s0 / ws;
      g.d[q + 1] = s1 / ws;
      g.d[q + 2] = s2 / ws;
    }
  return g;
}
