/** The mountains at night, and by the light that people bring. */
import { rng } from '../maths.mjs';
import { drawing, runner, slope, standing } from './figures.mjs';
import { earth, mood } from './moods.mjs';
import { aurora, galaxy, glowAt, moon, stars } from './night.mjs';
import { project } from './view.mjs';
import { fbm2 } from '../patch/noise.mjs';

const winter = earth({ snow: 0.26, flat: 0.5, rock: '#56555a', rockTwo: '#6e6a68' }),
  slate = earth({ snow: 0.9, rock: '#565a5f', rockTwo: '#6c7074', grass: '#454f3b', grassTwo: '#5a5f45' });
const tall = [1120, 1400];
const hill = (W, H, base, tilt, rough, seed) => (x) =>
  H * base + (x / W - 0.5) * H * tilt - (fbm2((x / W) * 5 + seed, seed, seed, 5) - 0.5) * H * rough;
/** Moonlight: the colours of day, less and bluer. */
export const moonlit = (more = {}) =>
  mood({
    side: -60,
    high: 26,
    sun: '#a9bcff',
    power: 0.34,
    ambient: '#4a62b8',
    ambientPower: 0.07,
    sky: { low: '#1a2950', high: '#060a1c', steep: 3.2, glow: '#5a78c8', strength: 0.05 },
    haze: '#152244',
    clear: 5200,
    ground: winter,
    ...more,
  });

/** Lamps along a path: brighter where they look at us, some in pairs. */
export function lamps(
  f,
  seen,
  land,
  path,
  { count = 40, from = 0, to = 1, size = 3, strength = 1.6, tint = [1, 0.86, 0.62], seed = 2, drift = 0 } = {},
) {
  const R = rng(seed);
  for (let k = 0; k < count; k++) {
    const t = from + (to - from) * (((k + R() * 0.8) / count + drift) % 1),
      [x, y] = path[Math.min(path.length - 1, Math.floor(t * path.length))],
      p = project(seen, land, x, y, 3),
      power = strength * (0.4 + R() * 0.9);
    if (!p.isSeen) continue;
    glowAt(f, p.x, p.y, size * (0.7 + R() * 0.6), tint, power);
    glowAt(f, p.x, p.y, size * 7, tint, power * 0.07);
  }
}
/** Switchbacks up the side of a peak that looks at the camera. */
const wayUp = (land, peak, from, away, { until = 130, turns = 11, width = 150 } = {}) => {
  const [x, y] = land.peaks[peak],
    a = (from * Math.PI) / 180;
  return Array.from({ length: 900 }, (_, k) => {
    const t = k / 899,
      zig = 1 - 4 * Math.abs(((t * turns) % 1) - 0.5),
      far = away + (until - away) * t,
      side = zig * width * (1 - 0.72 * t) + (fbm2(t * 9, 3, 5, 3) - 0.5) * 60;
    return [x - Math.cos(a) * far - Math.sin(a) * side, y - Math.sin(a) * far + Math.cos(a) * side];
  });
};

/** A tent with a lamp inside; `w` wide, standing at (x, y). */
export const tent = (x, y, w) =>
  `<defs><radialGradient id="t" cx="46%" cy="78%" r="80%"><stop offset="0" stop-color="#ffe9a8"/><stop offset=".45" stop-color="#ffab3d"/><stop offset="1" stop-color="#c2410c"/></radialGradient></defs><g transform="translate(${x} ${y}) scale(${w / 200})"><path d="M-100 0 Q-72 -92 0 -112 Q78 -88 100 0 Z" fill="url(#t)"/><path d="M0 -112 Q-30 -60 -34 0 M0 -112 Q36 -58 44 0 M-84 -38 Q0 -70 84 -38" stroke="#8f2d06" stroke-width="2.4" fill="none" opacity=".7"/><path d="M-34 0 Q-30 -52 0 -112 Q6 -50 4 0 Z" fill="#fff0bd" opacity=".5"/></g>`;
const hut = (x, y, w) =>
  `<g transform="translate(${x} ${y}) scale(${w / 100})"><path d="M-50 0 V-34 L0 -66 L50 -34 V0 Z" fill="#0a0d14"/><path d="M-58 -30 L0 -70 L58 -30 L54 -24 L0 -61 L-54 -24 Z" fill="#27324d"/><rect x="-30" y="-28" width="17" height="15" fill="#ffcf73"/><rect x="8" y="-28" width="17" height="15" fill="#ffbf56"/><path d="M30 -52 v-14 h9 v20z" fill="#0a0d14"/></g>`;

export const NIGHTS = {
  'moon-ridge': {
    land: 'alps',
    view: { peak: 5, from: 200, away: 3200, above: 260, fov: 24, horizon: 0.5 },
    mood: moonlit({ side: -50, high: 24, power: 0.5 }),
    before: (f, seen) => {
      stars(f, seen, { count: 2400, strength: 0.8 });
      moon(f, seen, { x: 0.76, y: 0.17, radius: 0.032, strength: 1.7, glow: 0.05, phase: 0.86 });
    },
    finish: { bloom: 0.5, from: 0.7, grain: 0.02 },
  },
  'milky-way': {
    land: 'needles',
    size: tall,
    view: { peak: 1, from: 70, away: 2800, above: 150, fov: 38, horizon: 0.8 },
    mood: moonlit({
      power: 0.12,
      sky: { low: '#2a3350', high: '#070b1a', steep: 2.6, glow: '#5a78c8', strength: 0.05 },
    }),
    before: (f, seen) => {
      galaxy(f, seen, { x: 0.52, y: 0.36, angle: -1.12, width: 0.17, strength: 0.2 });
      stars(f, seen, { count: 7500, seed: 9, strength: 0.75 });
    },
    over: (W, H, p) => {
      const at = hill(W, H, 0.9, -0.1, 0.08, 12);
      return [
        slope(W, H, at, { colour: '#04060b' }),
        drawing(
          W,
          H,
          `${standing(W * 0.34, at(W * 0.34) + 2, 88 * p, '#04060b')}<circle cx="${W * 0.34}" cy="${at(W * 0.34) - 84 * p}" r="${3.2 * p}" fill="#fff4cf"/><circle cx="${W * 0.34}" cy="${at(W * 0.34) - 84 * p}" r="${14 * p}" fill="#fff0c0" opacity=".18"/>`,
        ),
      ];
    },
    finish: { bloom: 0.4, from: 0.6, grain: 0.022 },
  },
  headlamps: {
    land: 'alps',
    size: tall,
    view: { peak: 4, from: 120, away: 2100, above: 260, fov: 30, horizon: 0.3 },
    mood: moonlit({ power: 0.3, ambientPower: 0.1 }),
    before: (f, seen, land) => {
      stars(f, seen, { count: 1800, seed: 3, strength: 0.8 });
      lamps(f, seen, land, wayUp(land, 4, 120, 1250), { count: 150, size: 3.2 * (f.w / 2240) + 0.8 });
    },
    finish: { bloom: 0.8, from: 0.55, grain: 0.022 },
  },
  'star-trails': {
    land: 'alps',
    view: { peak: 7, from: 20, away: 2600, above: 150, fov: 34, horizon: 0.72 },
    mood: moonlit({ power: 0.26, sky: { low: '#27365f', high: '#0a1024', steep: 3, glow: '#5a78c8', strength: 0.05 } }),
    before: (f, seen) =>
      stars(f, seen, { count: 620, seed: 12, pole: [0.58, 0.3], turn: 0.75, strength: 0.75, size: f.w / 2880 }),
    finish: { bloom: 0.3, grain: 0.018 },
  },
  aurora: {
    land: 'fells',
    view: { peak: 3, from: 250, away: 2700, above: 170, fov: 36, horizon: 0.74 },
    mood: moonlit({
      ground: winter,
      power: 0.1,
      ambient: '#3f9f82',
      ambientPower: 0.14,
      haze: '#12302f',
      sky: { low: '#16323c', high: '#060b1a', steep: 3, glow: '#5a78c8', strength: 0.03 },
    }),
    before: (f, seen) => {
      stars(f, seen, { count: 2200, seed: 5, strength: 0.6 });
      aurora(f, seen, { base: 0.5, strength: 0.75 });
    },
    finish: { bloom: 0.5, from: 0.5, grain: 0.02 },
  },
  moonset: {
    land: 'needles',
    view: { peak: 4, from: 180, away: 4200, above: 260, fov: 13, horizon: 0.62 },
    mood: mood({
      side: 165,
      high: 9,
      sun: '#ffb9a0',
      power: 1.3,
      ambient: '#7288d8',
      ambientPower: 0.5,
      sky: { low: '#e3a6ac', high: '#4560a8', steep: 5, glow: '#ffb7a0' },
      haze: '#8290c6',
      clear: 5600,
      ground: winter,
    }),
    before: (f, seen) =>
      moon(f, seen, { x: 0.3, y: 0.27, radius: 0.058, strength: 0.95, glow: 0.02, tint: [1, 0.96, 0.9] }),
    far: 12000,
  },
  'tent-glow': {
    land: 'alps',
    view: { peak: 8, from: 300, away: 3000, above: 260, fov: 30, horizon: 0.56 },
    mood: mood({
      side: 170,
      high: 6,
      sun: '#8fa0ff',
      power: 0.4,
      ambient: '#5a78dc',
      ambientPower: 0.26,
      sky: { low: '#c990a0', high: '#1b2a60', steep: 6, glow: '#b08ad0' },
      haze: '#41549a',
      clear: 5200,
      ground: winter,
    }),
    before: (f, seen) => stars(f, seen, { count: 900, seed: 8, strength: 0.5 }),
    over: (W, H, p) => {
      const at = hill(W, H, 0.86, 0.1, 0.06, 21),
        x = W * 0.68;
      return [
        drawing(
          W,
          H,
          `<defs><radialGradient id="g"><stop offset="0" stop-color="#ffb04a" stop-opacity=".55"/><stop offset="1" stop-color="#ffb04a" stop-opacity="0"/></radialGradient></defs><ellipse cx="${x}" cy="${at(x) - 40 * p}" rx="${300 * p}" ry="${170 * p}" fill="url(#g)"/>`,
        ),
        slope(W, H, at, { colour: '#0a0f1e', grass: 160, seed: 9 }),
        drawing(W, H, tent(x, at(x) + 6 * p, 190 * p)),
      ];
    },
  },
  'hut-light': {
    land: 'fells',
    view: { peak: 9, from: 210, away: 2600, above: 200, fov: 27, horizon: 0.48 },
    mood: mood({
      side: 150,
      high: 5,
      sun: '#9aa8ff',
      power: 0.4,
      ambient: '#6684e6',
      ambientPower: 0.34,
      sky: { low: '#aab2dd', high: '#2a3c80', steep: 6, glow: '#c0b0e0' },
      haze: '#5a70b4',
      clear: 3600,
      ground: winter,
    }),
    over: (W, H, p) => {
      const at = hill(W, H, 0.84, -0.14, 0.07, 31),
        x = W * 0.3;
      return [
        slope(W, H, at, { colour: '#141c33', seed: 3, trees: 10, tall: 110 * p, from: 0.5, to: 1 }),
        drawing(
          W,
          H,
          `<defs><radialGradient id="g"><stop offset="0" stop-color="#ffc25e" stop-opacity=".5"/><stop offset="1" stop-color="#ffc25e" stop-opacity="0"/></radialGradient></defs><ellipse cx="${x}" cy="${at(x) - 24 * p}" rx="${170 * p}" ry="${90 * p}" fill="url(#g)"/>${hut(x, at(x) + 5 * p, 130 * p)}`,
        ),
      ];
    },
  },
  'night-run': {
    land: 'fells',
    view: { peak: 10, from: 90, away: 2400, above: 170, fov: 30, horizon: 0.52 },
    mood: moonlit({ side: -30, high: 16, power: 0.3, ground: slate, haze: '#1b2848', clear: 3400 }),
    before: (f, seen) => {
      stars(f, seen, { count: 2600, seed: 14, strength: 0.8 });
      glowAt(f, f.w * 0.665, f.h * 0.735, f.w * 0.05, [1, 0.9, 0.7], 0.35);
    },
    over: (W, H, p) => {
      const at = hill(W, H, 0.87, 0.08, 0.06, 14),
        x = W * 0.6,
        y = at(x),
        hx = x + 52 * p,
        hy = y - 152 * p;
      return [
        drawing(
          W,
          H,
          `<defs><linearGradient id="c"><stop offset="0" stop-color="#fff1c8" stop-opacity=".75"/><stop offset="1" stop-color="#ffe9b0" stop-opacity="0"/></linearGradient><filter id="s"><feGaussianBlur stdDeviation="${5 * p}"/></filter></defs><polygon points="${hx},${hy} ${hx + 470 * p},${hy + 40 * p} ${hx + 430 * p},${hy + 230 * p}" fill="url(#c)" filter="url(#s)"/>`,
        ),
        slope(W, H, at, { colour: '#05070d', grass: 260, seed: 6 }),
        drawing(W, H, runner(x, y + 3 * p, 175 * p, { phase: 0.7, lamp: true, colour: '#05070d' })),
      ];
    },
    finish: { bloom: 0.7, from: 0.5, grain: 0.022 },
  },
};
export { wayUp };
