/** Maps and profiles of the same mountains: contour lines, routes, paper cut in layers, weather. */

import { clamp, lin, mix, ss } from '../maths.mjs';
import { fbm2 } from '../patch/noise.mjs';
import { frameOf, picture } from './develop.mjs';
import { drawing } from './figures.mjs';
import { heightAt } from './terrain.mjs';
import { landOf } from './shot.mjs';

const metres = (h) => Math.round(420 + h * 3.4);
const smoothOf = (land) => (x, y) =>
  (heightAt(land, x, y) * 2 +
    heightAt(land, x - 7, y) +
    heightAt(land, x + 7, y) +
    heightAt(land, x, y - 7) +
    heightAt(land, x, y + 7)) /
  6;
/** A path through the stops of a box (parts of it): round where they turn, and restless as trails are. */
export function route(land, box, stops) {
  const at = stops.map(([u, v]) => [box.x + u * box.w, box.y + v * box.h]),
    path = [],
    closed =
      stops[0] === stops.at(-1) || Math.hypot(stops[0][0] - stops.at(-1)[0], stops[0][1] - stops.at(-1)[1]) < 0.01;
  const get = (k) => (closed ? at[(k + at.length - 1) % (at.length - 1)] : at[clamp(k, 0, at.length - 1)]);
  for (let k = 0; k < at.length - 1; k++)
    for (let q = 0; q < 120; q++) {
      const t = q / 120,
        [a, b, c, d] = [get(k - 1), get(k), get(k + 1), get(k + 2)],
        p = [0, 1].map(
          (i) =>
            0.5 *
            (2 * b[i] +
              (c[i] - a[i]) * t +
              (2 * a[i] - 5 * b[i] + 4 * c[i] - d[i]) * t * t +
              (3 * b[i] - a[i] - 3 * c[i] + d[i]) * t ** 3),
        ),
        s = k + t;
      const wild = box.w * 0.03 * Math.min(1, 4 * Math.min(s, at.length - 1 - s)),
        zig = box.w * 0.006 * Math.sin(s * 70) * ss(0.5, 0.62, fbm2(s * 2.2, 5, 8, 3));
      path.push([
        p[0] + (fbm2(s * 3.1, 1, 3, 4) - 0.47) * wild * 2 + zig,
        p[1] + (fbm2(s * 3.1, 9, 7, 4) - 0.47) * wild * 2 - zig * 0.6,
      ]);
    }
  return path;
}
const smoothPath = (points, step = 2) => {
  const thin = points.filter((_, i) => i % step === 0);
  return thin.map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
};

/**
 * A square of the land as a map. `paint(height 0–1, slope, light, wood)` is the ground; `line` the contours' colour,
 * every `every` cells, each fifth one stronger.
 */
export async function map(
  {
    land: name,
    size: [w, h] = [1440, 960],
    box,
    paint,
    line,
    every = 9,
    weak = 0.55,
    strong = 1,
    route: track = null,
    over = null,
    water = 0,
    finish = {},
  },
  draft,
) {
  const p = draft ? 0.34 : 1,
    W = Math.round(w * p),
    H = Math.round(h * p),
    land = landOf(name),
    at = smoothOf(land),
    k = box.w / W,
    area = { ...box, h: k * H },
    f = frameOf(W, H),
    L = lin(line),
    low = water;
  for (let y = 0; y < H; y++)
    for (let x = 0; x < W; x++) {
      const X = box.x + (x + 0.5) * k,
        Y = box.y + (y + 0.5) * k,
        a = at(X, Y),
        gx = (at(X + k, Y) - at(X - k, Y)) / 2,
        gy = (at(X, Y + k) - at(X, Y - k)) / 2,
        g = Math.hypot(gx, gy) + 1e-6,
        light = clamp(0.5 + ((gx * 0.7 + gy * 0.7) / k) * -0.55, 0, 1),
        wood = ss(0.46, 0.54, fbm2(X / 120, Y / 120, 5, 5)) * ss(0.5, 0.4, a / land.top);
      let c = paint(a / land.top, g / k, light, wood, x / W, y / H);
      const n = Math.round(a / every),
        off = Math.abs(a - n * every) / g,
        thick = n % 5 === 0 ? 1.05 * strong : 0.62,
        ink =
          (n % 5 === 0 ? 1 : weak) * ss(thick + 0.55, thick - 0.35, off / Math.max(0.6, p)) * ss(2.4, 1.1, g / every);
      if (a > low) c = mix(c, L, ink);
      const o = (y * W + x) * 3;
      f.d[o] = c[0];
      f.d[o + 1] = c[1];
      f.d[o + 2] = c[2];
    }
  const points = track ? route(land, area, track).map(([x, y]) => [(x - box.x) / k, (y - box.y) / k]) : [];
  return picture(f, {
    bloom: 0,
    edge: 0.16,
    grain: 0.014,
    ...finish,
    over: over ? over({ W, H, p, points, land, area, k }) : [],
  });
}

const label = (x, y, text, size, colour, more = '') =>
  `<text x="${x.toFixed(0)}" y="${y.toFixed(0)}" font-family="Liberation Sans Narrow, Arial Narrow, sans-serif" font-size="${size}" fill="${colour}" ${more}>${text}</text>`;
const tops = ({ land, area, k, p }, colour, halo) =>
  land.peaks
    .map(([x, y, a]) => [(x - area.x) / k, (y - area.y) / k, a])
    .map(
      ([x, y, a]) =>
        `<path d="M${x} ${y - 7 * p} l${6 * p} ${10 * p} h${-12 * p}z" fill="${colour}"/>${label(x + 10 * p, y + 4 * p, metres(a), 17 * p, colour, `font-weight="700" stroke="${halo}" stroke-width="${3.5 * p}" paint-order="stroke"`)}`,
    )
    .join('');
const grid = (W, H, step, colour) =>
  `<path d="${Array.from({ length: Math.ceil(W / step) }, (_, i) => `M${i * step + step / 2} 0V${H}`).join('')}${Array.from({ length: Math.ceil(H / step) }, (_, i) => `M0 ${i * step + step / 2}H${W}`).join('')}" stroke="${colour}" stroke-width="1" fill="none"/>`;
const kilometres = ({ points, p }, colour, halo) => {
  let far = 0,
    next = 260 * p,
    n = 1,
    out = '';
  for (let i = 1; i < points.length; i++) {
    far += Math.hypot(points[i][0] - points[i - 1][0], points[i][1] - points[i - 1][1]);
    if (far > next) {
      const [x, y] = points[i];
      out += `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${12 * p}" fill="${halo}" stroke="${colour}" stroke-width="${3 * p}"/>${label(x, y + 5 * p, n * 4, 14 * p, colour, 'text-anchor="middle" font-weight="700"')}`;
      n += 1;
      next += 260 * p;
    }
  }
  return out;
};
const trackOf = (points, colour, halo, wide, more = '') =>
  `<path d="${smoothPath(points)}" fill="none" stroke="${halo}" stroke-width="${wide * 2.1}" stroke-linejoin="round" stroke-linecap="round" opacity=".85"/><path d="${smoothPath(points)}" fill="none" stroke="${colour}" stroke-width="${wide}" stroke-linejoin="round" stroke-linecap="round" ${more}/>`;
const hot = (t) => {
  const stops = ['#2b6f9e', '#3aa6a0', '#f2c14e', '#f0642f', '#b3122f'].map(lin),
    s = clamp(t) * 3.999,
    i = Math.floor(s),
    c = mix(stops[i], stops[i + 1], s - i);
  return `rgb(${c.map((v) => Math.round(clamp(v) ** (1 / 2.2) * 255)).join(' ')})`;
};
const loop = [
  [0.1, 0.86],
  [0.3, 0.52],
  [0.44, 0.26],
  [0.66, 0.36],
  [0.8, 0.2],
  [0.9, 0.5],
  [0.7, 0.72],
  [0.44, 0.84],
  [0.1, 0.86],
];

const paper = { a: lin('#f4efdf'), b: lin('#e9e2cb'), green: lin('#c5d3a2'), ice: lin('#e6f0f4') };
const paperGround = (a, g, l, wood) => {
  const c = mix(mix(paper.b, paper.green, wood * 0.9), mix(paper.a, paper.ice, ss(0.62, 0.8, a)), ss(0.28, 0.6, a));
  return c.map((v) => v * (0.72 + 0.5 * l));
};
const night = { a: lin('#081a22'), b: lin('#0f3038') },
  snow = { a: lin('#dfe9f0'), b: lin('#fbfdfe') };

export const MAPS = {
  'map-loop': {
    land: 'alps',
    box: { x: 1500, y: 1500, w: 1500 },
    paint: paperGround,
    line: '#a9744a',
    route: loop,
    over: (m) => [
      drawing(
        m.W,
        m.H,
        grid(m.W, m.H, 180 * m.p, 'rgb(60 90 140 / .22)') +
          trackOf(m.points, '#e0371c', '#fff8e8', 6 * m.p) +
          kilometres(m, '#e0371c', '#fff8e8') +
          tops(m, '#3c2c20', '#f4efdf'),
      ),
    ],
  },
  'map-night': {
    land: 'alps',
    size: [1120, 1400],
    box: { x: 600, y: 1900, w: 1100 },
    paint: (a, g, l) => mix(night.a, night.b, l * 0.7 + a * 0.3),
    line: '#3f8f88',
    weak: 0.42,
    route: [
      [0.2, 0.92],
      [0.4, 0.7],
      [0.6, 0.52],
      [0.42, 0.3],
      [0.7, 0.12],
    ],
    over: (m) => [
      drawing(
        m.W,
        m.H,
        `<filter id="g" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="${9 * m.p}"/></filter><g filter="url(#g)">${trackOf(m.points, '#ff7a2b', '#ff7a2b', 7 * m.p)}</g>${trackOf(m.points, '#ffd9a0', 'rgb(255 122 43 / .5)', 3.4 * m.p)}${tops(m, '#9fe0d4', '#081a22')}`,
      ),
    ],
  },
  'map-winter': {
    land: 'fells',
    box: { x: 300, y: 500, w: 1350 },
    every: 7,
    paint: (a, g, l) => mix(snow.a, snow.b, l).map((v, i) => v * (0.78 + 0.26 * l) * (i === 0 && g > 0.75 ? 1.06 : 1)),
    line: '#4d7fae',
    weak: 0.5,
    route: [
      [0.06, 0.3],
      [0.3, 0.5],
      [0.5, 0.36],
      [0.72, 0.6],
      [0.94, 0.5],
    ],
    over: (m) => [
      drawing(
        m.W,
        m.H,
        trackOf(m.points, '#10344f', '#ffffff', 4.4 * m.p, `stroke-dasharray="${13 * m.p} ${9 * m.p}"`) +
          tops(m, '#10344f', '#eef4f8'),
      ),
    ],
  },
  'map-steep': {
    land: 'alps',
    box: { x: 2500, y: 1800, w: 1300 },
    every: 10,
    paint: (a, g, l) => {
      const s = [lin('#f6f2e6'), lin('#f7e08a'), lin('#f4a14b'), lin('#df4d38'), lin('#8d1d52')],
        k = clamp((g - 0.42) / 0.75) * 3.999,
        i = Math.floor(k);
      return mix(s[i], s[i + 1], ss(0.35, 0.65, k - i)).map((v) => v * (0.74 + 0.42 * l));
    },
    line: '#5a4032',
    weak: 0.4,
    over: (m) => [drawing(m.W, m.H, tops(m, '#2a1712', '#f6f2e6'))],
  },
  'map-pace': {
    land: 'fells',
    size: [1200, 1200],
    box: { x: 1700, y: 600, w: 1500 },
    every: 8,
    paint: (a, g, l) => [0.012, 0.014, 0.02].map((v) => v * (0.6 + l)),
    line: '#39414f',
    weak: 0.5,
    route: [
      [0.12, 0.8],
      [0.3, 0.42],
      [0.5, 0.2],
      [0.82, 0.26],
      [0.78, 0.62],
      [0.5, 0.84],
      [0.12, 0.8],
    ],
    over: (m) => {
      let far = '';
      for (let i = 16; i < m.points.length - 16; i += 2) {
        const [x0, y0] = m.points[i - 2],
          [x1, y1] = m.points[i],
          high = ([x, y]) => heightAt(m.land, m.area.x + x * m.k, m.area.y + y * m.k),
          up = high(m.points[i + 14]) - high(m.points[i - 14]);
        far += `<line x1="${x0.toFixed(1)}" y1="${y0.toFixed(1)}" x2="${x1.toFixed(1)}" y2="${y1.toFixed(1)}" stroke="${hot(0.45 + up / 150)}" stroke-width="${11 * m.p}" stroke-linecap="round"/>`;
      }
      return [drawing(m.W, m.H, far)];
    },
  },
  'paper-cut': {
    land: 'fells',
    size: [1120, 1400],
    box: { x: 2100, y: 1500, w: 1200 },
    every: 1e9,
    layers: ['#0d3b3e', '#14575a', '#2a7a76', '#5aa392', '#a3c7a4', '#e3ddb6', '#f4c987', '#f2955c', '#fbf3e2'],
  },
  'paper-dusk': {
    land: 'alps',
    box: { x: 200, y: 900, w: 1500 },
    every: 1e9,
    layers: ['#1a1a3c', '#2d2a5c', '#4c3a78', '#7b4b8c', '#b25f8c', '#e07b7a', '#f4a56f', '#fbd08a', '#fff3d6'],
  },
  isobars: { weather: true },
};

/** Sheets of paper laid over each other; each throws its shadow on the one below. */
async function sheets({ land: name, size: [w, h] = [1440, 960], box, layers }, draft) {
  const p = draft ? 0.34 : 1,
    W = Math.round(w * p),
    H = Math.round(h * p),
    land = landOf(name),
    at = smoothOf(land),
    k = box.w / W,
    f = frameOf(W, H),
    inks = layers.map(lin),
    n = layers.length,
    level = new Float32Array(W * H);
  let low = Infinity,
    top = -Infinity;
  for (let y = 0; y < H; y++)
    for (let x = 0; x < W; x++) {
      let s = 0;
      for (const [i, j] of [
        [0, 0],
        [14, 0],
        [-14, 0],
        [0, 14],
        [0, -14],
      ])
        s += at(box.x + x * k + i, box.y + y * k + j);
      level[y * W + x] = s / 5;
      low = Math.min(low, s / 5);
      top = Math.max(top, s / 5);
    }
  for (let i = 0; i < level.length; i++) level[i] = clamp((level[i] - low) / (top - low)) ** 0.8 * n;
  const sheet = (x, y) => Math.min(n - 1, Math.floor(level[clamp(y, 0, H - 1) * W + clamp(x, 0, W - 1)]));
  for (let y = 0; y < H; y++)
    for (let x = 0; x < W; x++) {
      const s = sheet(x, y),
        o = (y * W + x) * 3;
      let dark = 0;
      for (let q = 1; q <= 14; q++) {
        const r = sheet(Math.round(x - q * 1.5 * p), Math.round(y - q * 2 * p));
        if (r > s) dark = Math.max(dark, (1 - q / 15) * Math.min(1, 0.62 + (r - s) * 0.12));
      }
      const rim = sheet(x + 1, y + 1) < s || sheet(x, y + 1) < s ? 1.12 : sheet(x - 1, y - 1) < s ? 1.22 : 1,
        fibre = 0.94 + 0.12 * fbm2(x / (3 * p), y / (3 * p), s, 3);
      for (let c = 0; c < 3; c++) f.d[o + c] = inks[s][c] * (1 - 0.62 * dark) * rim * fibre * 1.05;
    }
  return picture(f, { bloom: 0, edge: 0.3, grain: 0.012 });
}

async function weather(draft) {
  const p = draft ? 0.34 : 1,
    W = Math.round(1440 * p),
    H = Math.round(960 * p),
    f = frameOf(W, H),
    sea = lin('#dfe7e8'),
    ground = lin('#efe9da'),
    ink = lin('#33506b');
  const press = (u, v) =>
    1012 +
    26 * Math.exp(-(((u - 0.72) / 0.3) ** 2 + ((v - 0.34) / 0.34) ** 2)) -
    34 * Math.exp(-(((u - 0.27) / 0.2) ** 2 + ((v - 0.6) / 0.26) ** 2)) +
    14 * (fbm2(u * 2.4, v * 2.4, 3, 4) - 0.5);
  for (let y = 0; y < H; y++)
    for (let x = 0; x < W; x++) {
      const u = x / W,
        v = y / H,
        a = press(u, v),
        e = 1 / W,
        g = Math.hypot(press(u + e, v) - a, press(u, v + 1 / H) - a) + 1e-6,
        n = Math.round(a / 3),
        off = Math.abs(a - n * 3) / g,
        land = ss(0.5, 0.507, fbm2(u * 3.1 + 4, v * 2.6, 9, 6)),
        shore = Math.abs(fbm2(u * 3.1 + 4, v * 2.6, 9, 6) - 0.5) < (0.0022 / p) * 0.6;
      let c = mix(sea, ground, land);
      if (shore) c = mix(c, ink, 0.55);
      c = mix(c, ink, ss(1.8, 0.7, off / p) * (n % 2 ? 0.62 : 0.95));
      const o = (y * W + x) * 3;
      for (let q = 0; q < 3; q++) f.d[o + q] = c[q];
    }
  const front = (points, colour, kind) => {
    let out = `<path d="M${points[0].join(' ')} C${points.slice(1).flat().join(' ')}" fill="none" stroke="${colour}" stroke-width="${5 * p}"/>`;
    const b = (t) =>
      [0, 1].map(
        (i) =>
          (1 - t) ** 3 * points[0][i] +
          3 * (1 - t) ** 2 * t * points[1][i] +
          3 * (1 - t) * t * t * points[2][i] +
          t ** 3 * points[3][i],
      );
    for (let t = 0.06; t < 1; t += 0.11) {
      const [x, y] = b(t),
        [q, r] = b(t + 0.01),
        a = (Math.atan2(r - y, q - x) * 180) / Math.PI;
      out += `<g transform="translate(${x} ${y}) rotate(${a})">${kind === 'cold' ? `<path d="M${-14 * p} 0 L0 ${-22 * p} L${14 * p} 0z" fill="${colour}"/>` : `<path d="M${-14 * p} 0 A${14 * p} ${14 * p} 0 0 1 ${14 * p} 0z" fill="${colour}"/>`}</g>`;
    }
    return out;
  };
  const s = (u, v) => [u * W, v * H];
  return picture(f, {
    bloom: 0,
    edge: 0.15,
    grain: 0.014,
    over: [
      drawing(
        W,
        H,
        `${front([s(0.28, 0.6), s(0.36, 0.75), s(0.38, 0.9), s(0.33, 1.02)], '#2456c8', 'cold')}${front([s(0.28, 0.6), s(0.42, 0.55), s(0.55, 0.64), s(0.66, 0.82)], '#d0342c', 'warm')}${label(W * 0.25, H * 0.63, 'L', 92 * p, '#d0342c', 'font-weight="700" text-anchor="middle"')}${label(W * 0.72, H * 0.38, 'H', 92 * p, '#2456c8', 'font-weight="700" text-anchor="middle"')}${label(W * 0.25, H * 0.675, '981', 28 * p, '#33506b', 'text-anchor="middle"')}${label(W * 0.72, H * 0.425, '1037', 28 * p, '#33506b', 'text-anchor="middle"')}`,
      ),
    ],
  });
}

/** A height profile along a path of the land: the ground in layers, kilometres below, metres at the side. */
function profileOf(
  {
    land: name,
    seed = 0,
    kilometres: km = 42,
    size: [w, h] = [1440, 960],
    ink,
    paper: sheet,
    fill,
    line,
    marks = [],
    tops: count = 5,
  },
  draft,
) {
  const p = draft ? 0.34 : 1,
    W = Math.round(w * p),
    H = Math.round(h * p),
    land = landOf(name),
    n = 520,
    x0 = W * 0.09,
    x1 = W * 0.95,
    y0 = H * 0.8,
    y1 = H * 0.24;
  const raw = Array.from({ length: n }, (_, i) => {
    const t = i / (n - 1),
      a = t * Math.PI * 2;
    return heightAt(land, 900 + seed * 700 + Math.cos(a) * 900 + t * 400, 1500 + Math.sin(a * 1.0) * 800);
  }).map((_, i, all) => {
    let s = 0,
      c = 0;
    for (let k = -5; k <= 5; k++)
      if (all[i + k] !== undefined) {
        s += all[i + k];
        c++;
      }
    return s / c;
  });
  const top = Math.max(...raw),
    low = Math.min(...raw),
    X = (i) => x0 + ((x1 - x0) * i) / (n - 1),
    Y = (v) => y0 - ((v - low * 0.8) / (top - low * 0.8)) * (y0 - y1),
    area = (k) =>
      `M${x0} ${y0} ${raw.map((v, i) => `L${X(i).toFixed(1)} ${(y0 - (y0 - Y(v)) * k).toFixed(1)}`).join('')} L${x1} ${y0}z`;
  const high = raw
    .map((v, i) => [v, i])
    .filter(([v, i]) => raw.slice(Math.max(0, i - 24), i + 25).every((q) => q <= v))
    .toSorted((a, b) => b[0] - a[0])
    .slice(0, count);
  const ticks = Array.from({ length: Math.floor(km / 6) + 1 }, (_, i) => {
    const x = x0 + ((x1 - x0) * i * 6) / km;
    return `<path d="M${x} ${y0} v${12 * p}" stroke="${ink}" stroke-width="${2 * p}"/>${label(x, y0 + 36 * p, `${i * 6}`, 22 * p, ink, 'text-anchor="middle"')}`;
  }).join('');
  const rows = Array.from({ length: 5 }, (_, i) => {
    const v = low * 0.8 + ((top - low * 0.8) * i) / 4;
    return `<path d="M${x0} ${Y(v)} H${x1}" stroke="${ink}" stroke-opacity=".18" stroke-dasharray="${3 * p} ${7 * p}"/>${label(x0 - 14 * p, Y(v) + 7 * p, metres(v), 20 * p, ink, 'text-anchor="end"')}`;
  }).join('');
  const flags = high
    .map(
      ([v, i]) =>
        `<path d="M${X(i)} ${Y(v) - 8 * p} V${Y(v) - 62 * p}" stroke="${line}" stroke-width="${2 * p}"/><path d="M${X(i)} ${Y(v) - 62 * p} l${22 * p} ${9 * p} l${-22 * p} ${9 * p}z" fill="${line}"/>${label(X(i), Y(v) - 74 * p, metres(v), 24 * p, ink, 'text-anchor="middle" font-weight="700"')}`,
    )
    .join('');
  const bands = fill.map((c, k) => `<path d="${area(1 - k / fill.length)}" fill="${c}"/>`).join('');
  const f = frameOf(W, H),
    c = lin(sheet);
  for (let i = 0; i < W * H; i++) for (let q = 0; q < 3; q++) f.d[i * 3 + q] = c[q] * 1.04;
  return picture(f, {
    bloom: 0,
    edge: 0.16,
    grain: 0.016,
    over: [
      drawing(
        W,
        H,
        `${rows}${bands}<path d="${area(1)
          .replace(/^M[^L]+/, 'M')
          .replace('ML', 'M')
          .replace(
            / L[\d.]+ [\d.]+z$/,
            '',
          )}" fill="none" stroke="${line}" stroke-width="${5 * p}" stroke-linejoin="round"/>${flags}<path d="M${x0} ${y0} H${x1}" stroke="${ink}" stroke-width="${3 * p}"/>${ticks}${marks.map(([t, text]) => label(x0 + (x1 - x0) * t, H * 0.94, text, 22 * p, ink)).join('')}`,
      ),
    ],
  });
}
export const PROFILES = {
  'profile-ultra': {
    land: 'alps',
    kilometres: 102,
    ink: '#1c2b2a',
    paper: '#f1ecdc',
    fill: ['#d9603a', '#b94a2c', '#8f3a26', '#5f2c24', '#3a221f'],
    line: '#16211f',
    tops: 6,
  },
  'profile-night': {
    land: 'fells',
    seed: 1,
    kilometres: 54,
    ink: '#b9d3d0',
    paper: '#071418',
    fill: ['#0f3d42', '#0d3136', '#0a262b', '#081c20'],
    line: '#ff7a2b',
    tops: 5,
  },
  'profile-winter': {
    land: 'needles',
    seed: 2,
    kilometres: 30,
    ink: '#21445f',
    paper: '#eef4f7',
    fill: ['#c9dde9', '#a9c8dc', '#82aecb', '#5c91b7'],
    line: '#123a57',
    tops: 4,
  },
};
export const paintMap = (name, draft) =>
  MAPS[name].weather ? weather(draft) : MAPS[name].layers ? sheets(MAPS[name], draft) : map(MAPS[name], draft);
export const paintProfile = (name, draft) => profileOf(PROFILES[name], draft);
