/** Forests: rows of spruces, paler the farther they are, with the air between them. */
import sharp from 'sharp';
import { clamp, lin, mix, rng, ss } from '../maths.mjs';
import { fbm2 } from '../patch/noise.mjs';
import { frameOf, picture } from './develop.mjs';
import { drawing, runner, spruce } from './figures.mjs';

const hex = (c) =>
  `#${c
    .map((v) =>
      Math.round(clamp(v) ** (1 / 2.2) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/**
 * `far` and `near` are the colours of the rows, `air` the light behind them. `rays` of light fall from (x, y) in parts
 * of the picture; `snow` lies on the boughs.
 */
export async function woodOf(
  {
    size: [w, h] = [1440, 960],
    far,
    near,
    air,
    top,
    seed = 1,
    rows = 9,
    density = 1,
    rays = null,
    snow = 0,
    floor = true,
    path = false,
    extra = null,
    tall = 1,
    accent = null,
    finish = {},
  },
  draft = false,
) {
  const p = draft ? 0.34 : 1,
    W = Math.round(w * p),
    H = Math.round(h * p),
    A = lin(air),
    T = lin(top ?? air),
    F = lin(far),
    N = lin(near),
    R = rng(seed),
    base = frameOf(W, H);
  for (let y = 0; y < H; y++)
    for (let x = 0; x < W; x++) {
      const v = y / H,
        g = rays ? Math.exp(-(((x / W - rays.x) ** 2 * (W / H) ** 2 + (v - rays.y) ** 2) / rays.size)) : 0,
        c = mix(T, A, ss(0, 0.75, v)),
        o = (y * W + x) * 3;
      for (let k = 0; k < 3; k++)
        base.d[o + k] = c[k] * (0.92 + 0.16 * fbm2((x / W) * 4, v * 3, seed, 4)) + g * (rays?.colour[k] ?? 0);
    }
  const layers = [];
  for (let row = 0; row < rows; row++) {
    const t = row / (rows - 1),
      c = mix(F, N, t ** 1.7),
      count = Math.round((46 - 33 * t) * density),
      foot = H * (0.6 + 0.38 * t ** 1.3),
      up = H * (0.17 + 0.6 * t ** 1.5) * tall,
      ground = (x) => foot - (fbm2((x / W) * 3 + row * 7, row, seed, 4) - 0.5) * H * 0.12;
    let trees = '',
      caps = '',
      line = '';
    for (let x = 0; x <= W; x += 6) line += `${x},${(ground(x) + (R() - 0.5) * 3).toFixed(1)} `;
    for (let k = 0; k < count; k++) {
      let x = ((k + R()) / count) * W * 1.1 - W * 0.05;
      const t2 = up * (0.45 + R() * 0.75);
      if (path && Math.abs(x / W - 0.5) < 0.08 + t * 0.13) x += Math.sign(x / W - 0.5 || 1) * W * (0.1 + t * 0.1);
      const tree = spruce(x, ground(x) + t2 * 0.02, t2, seed * 991 + row * 97 + k, { slim: 0.14 + R() * 0.06 }),
        tint = accent && R() < accent.part ? hex(mix(lin(accent.colour), c, 0.25 + 0.5 * (1 - t))) : null;
      trees += tint ? tree.replace('<polygon', `<polygon fill="${tint}"`) : tree;
      if (snow) caps += `<g transform="translate(${(-t2 * 0.008).toFixed(1)} ${(-t2 * 0.014).toFixed(1)})">${tree}</g>`;
    }
    const body = hex(c),
      white = snow ? hex(mix(c, [0.86, 0.9, 0.98], snow * (0.35 + 0.35 * t))) : body,
      soft = (row === rows - 1 ? 2.2 : t < 0.3 ? 1.1 : 0) * p;
    layers.push(
      drawing(
        W,
        H,
        `<defs><filter id="b"><feGaussianBlur stdDeviation="${soft}"/></filter><linearGradient id="m" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${air}" stop-opacity="0"/><stop offset="1" stop-color="${air}" stop-opacity="${(0.96 * (1 - t) ** 0.55).toFixed(2)}"/></linearGradient></defs><g ${soft > 0.3 ? 'filter="url(#b)"' : ''}>${snow ? `<g fill="${white}">${caps}</g>` : ''}<g fill="${body}">${trees}</g>${floor ? `<polygon fill="${snow ? white : body}" points="0,${H} ${line} ${W},${H}"/>` : ''}</g>${t < 1 ? `<rect y="${(foot - up * 0.62).toFixed(0)}" width="${W}" height="${(up * 0.75).toFixed(0)}" fill="url(#m)"/>` : ''}`,
      ),
    );
    if (extra && row === extra.after) layers.push(drawing(W, H, extra.draw(W, H, p, ground)));
  }
  if (rays?.beams) {
    const beams = Array.from({ length: rays.beams }, () => {
      const a = 0.25 + R() * 2.6,
        s = 0.012 + R() * 0.03,
        L = 1.6,
        X = rays.x * W,
        Y = rays.y * H;
      return `<polygon points="${X},${Y} ${X + Math.cos(a - s) * L * W},${Y + Math.sin(a - s) * L * W} ${X + Math.cos(a + s) * L * W},${Y + Math.sin(a + s) * L * W}" fill="${rays.tint}" opacity="${(0.12 + R() * 0.26).toFixed(2)}"/>`;
    }).join('');
    layers.splice(Math.max(1, layers.length - 1), 0, {
      input: await sharp(
        Buffer.from(
          drawing(
            W,
            H,
            `<filter id="b"><feGaussianBlur stdDeviation="${7 * p}"/></filter><g filter="url(#b)">${beams}</g>`,
          ),
        ),
      )
        .png()
        .toBuffer(),
      blend: 'screen',
    });
  }
  return picture(base, { bloom: 0, edge: 0.3, ...finish, over: layers });
}

const flakes = (count, seed) => (W, H, p) => {
  const R = rng(seed);
  return Array.from(
    { length: count },
    () =>
      `<circle cx="${(R() * W).toFixed(1)}" cy="${(R() * H).toFixed(1)}" r="${((0.7 + R() ** 3 * 4.2) * p).toFixed(1)}" fill="#fff" opacity="${(0.25 + R() * 0.55).toFixed(2)}"/>`,
  ).join('');
};

export const WOODS = {
  'woods-fog': { far: '#b9c6c1', near: '#0d1f1c', air: '#c9d3ce', top: '#dfe5e0', seed: 3 },
  'woods-rays': {
    size: [1120, 1400],
    far: '#cdb67d',
    near: '#141a0e',
    air: '#e0c98f',
    top: '#f3e2b2',
    seed: 8,
    rays: { x: 0.3, y: 0.12, size: 0.12, colour: [0.9, 0.62, 0.25], tint: '#ffe6a8', beams: 22 },
  },
  'woods-snow': {
    far: '#b5c3d8',
    near: '#26364a',
    air: '#c7d2e2',
    top: '#dbe3ee',
    seed: 14,
    snow: 0.9,
    extra: { after: 8, draw: flakes(420, 5) },
  },
  'woods-larch': {
    far: '#c9a878',
    near: '#2a2415',
    air: '#e3cfa6',
    top: '#e9dfc6',
    seed: 21,
    accent: { colour: '#c6701a', part: 0.55 },
  },
  'woods-runner': {
    size: [1120, 1400],
    far: '#a3b4b3',
    near: '#0a1716',
    air: '#b9c6c4',
    top: '#cfd9d6',
    seed: 34,
    path: true,
    density: 1.15,
    tall: 1.15,
    extra: {
      after: 5,
      draw: (W, H, p, ground) => runner(W * 0.5, ground(W * 0.5) + 6 * p, 118 * p, { phase: 0.6, colour: '#14211f' }),
    },
  },
  'woods-lamp': {
    far: '#22405a',
    near: '#04080d',
    air: '#1b3448',
    top: '#0e1c2c',
    seed: 44,
    path: true,
    rays: { x: 0.5, y: 0.62, size: 0.03, colour: [0.55, 0.5, 0.34], tint: '#fff0c4', beams: 0 },
    extra: {
      after: 5,
      draw: (W, H, p, ground) => {
        const x = W * 0.5,
          y = ground(x);
        return `<defs><radialGradient id="h"><stop offset="0" stop-color="#fff6d8" stop-opacity=".95"/><stop offset=".12" stop-color="#ffeaa8" stop-opacity=".55"/><stop offset="1" stop-color="#ffdf90" stop-opacity="0"/></radialGradient></defs>${runner(x, y + 4 * p, 92 * p, { phase: 2.2, colour: '#060c12' })}<circle cx="${x + 16 * p}" cy="${y - 82 * p}" r="${190 * p}" fill="url(#h)"/>`;
      },
    },
  },
  'woods-blue': {
    far: '#7f9bc4',
    near: '#0c1526',
    air: '#9bb2d4',
    top: '#e2b9a8',
    seed: 52,
    density: 0.85,
    tall: 0.85,
  },
};
export const paintWood = (name, draft) => woodOf(WOODS[name], draft);
