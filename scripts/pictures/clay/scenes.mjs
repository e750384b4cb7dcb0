/** The studio's still lifes: what stands where, on which paper, in which light. A new picture is a new entry. */
import { hash, lin } from '../maths.mjs';
import { box, branch, disc, lidded, mug, pot, rods, teapot } from './solids.mjs';

const light = (hex, k) => lin(hex).map((c) => c * k);
const WIN = { x: -4.2, y: 2.6, z: 1.6, u: [0.35, 0, 1.5], v: [0, 1.7, 0], col: light('#fff3dc', 30) };
const LOW = { x: -4, y: 1.7, z: 1.9, u: [0.4, 0, 1.1], v: [0, 0.9, 0], col: light('#ffdba6', 40) };
const RIGHT = { x: 4.2, y: 2.4, z: 1.7, u: [-0.35, 0, 1.5], v: [0, 1.5, 0], col: light('#f4f3ee', 29) };
const OVER = { x: -1.8, y: 4.4, z: 0.4, u: [1.5, 0, 0.3], v: [0, 0.2, 1.3], col: light('#fdf4e6', 28) };
const EVENING = { sky: light('#c9b9a8', 0.16), exp: 0.78, floor: 'slate', back: 'slate' };
const base = { w: 1440, h: 1080, spp: 6, wall: -2.6, floor: 'plaster', back: 'plaster', win: WIN, sky: light('#e9e6df', 0.62), exp: 1, ap: 0.035 };
const on = (paper) => ({ floor: paper, back: paper });
const upright = { w: 1150, h: 1440 };

const heroPots = [pot('moon', 'celadon', 0.95, -0.15), pot('bottle', 'iron', 2.35, -0.75, 1.05), pot('wide', 'bone', 2.55, 0.95, 0.62), pot('teabowl', 'tenmoku', 1.6, 1.15, 0.72), pot('cup', 'dip', 0.05, 1, 0.78)];
const hero = { ...base, w: 1800, h: 1125, spp: 8, eye: [0.3, 1.6, 6.5], at: [0.3, 1.12, 0], fov: 34, focus: 6.4, exp: 1.06, objs: heroPots };

const tileMats = ['celadon', 'tenmoku', 'bone', 'iron', 'ash', 'celadon', 'cobalt', 'tenmoku', 'ash', 'iron', 'shino', 'bone', 'oxblood', 'ash', 'tenmoku'];
const tileField = (mats, cols = 5) => mats.map((m, i) => ({ ...box(((i % cols) - (cols - 1) / 2) * 0.62 + (hash(i, 1, 1) - 0.5) * 0.05, 0.05, (Math.floor(i / cols) - 1) * 0.92 + (hash(i, 2, 1) - 0.5) * 0.05, 0.25, 0.045, 0.38, 0.035, m, (hash(i, 3, 1) - 0.5) * 0.08), tile: 1 + i }));

const WIDTH = { moon: 0.92, wide: 1.25, bowl: 0.95, cup: 0.42, tall: 0.52, jar: 0.62, teabowl: 0.56, bottle: 0.55, funnel: 0.55, bud: 0.4, sake: 0.48, mug: 0.6, goblet: 0.5, pot: 0.74 };
const shelf = (rows, mats, s = 0.86, gap = 1.92) => rows.flatMap((row, j) => {
  let x = -3.2;
  const pots = row.map((p, i) => { const half = WIDTH[p] * s; x += half; const o = pot(p, mats[(i * 2 + j * 4) % mats.length], x, (hash(i, j, 4) - 0.5) * 0.25, s, j * gap); x += half + 0.14; return o; });
  return [...pots, box(0, j * gap - 0.07, 0, 4.4, 0.06, 0.85, 0.02, 'wood')];
});
/** Pyrometric cones in their pad; `bend` says how far each has gone over. */
const cones = (x, z, s, mat, bends) => [
  { ...box(x, 0.06 * s, z, 0.5 * s, 0.07 * s, 0.14 * s, 0.05, mat), hot: true },
  ...bends.map((b, i) => {
    const X = x + (i - 1) * 0.3 * s, caps = [];
    let a = 1.45, px = X - 0.06 * s, py = 0.1 * s;
    for (let k = 0; k < 9; k++) { const nx = px + Math.cos(a) * 0.085 * s, ny = py + Math.sin(a) * 0.085 * s; caps.push([px, py, z, nx, ny, z, (0.085 - k * 0.0085) * s, (0.0765 - k * 0.0085) * s]); px = nx; py = ny; a -= b * 0.36 * (k / 5); }
    return rods(caps, mat);
  }),
];
const kiln = { ...base, kiln: 1, ...on('raw'), wall: -1.5, win: null, sky: [0, 0, 0], spp: 6, eye: [0.1, 1.15, 5.4], at: [0, 0.86, 0], fov: 34, focus: 5.2, ap: 0.05 };
const slab = box(0, -0.06, 0, 3.4, 0.06, 1.4, 0.02, 'raw');
const wheel = { ...base, floor: 'slate', back: 'oxide', exp: 1.2, spp: 7, eye: [0.5, 1.9, 3.6], at: [0, 0.42, 0], fov: 33, focus: 3.3, ap: 0.05 };
const head = disc(0, -0.06, 0, 1.5, 0.06, 'steel');

export const SCENES = {
  hero,
  'hero-night': { ...hero, ...EVENING },
  'hero-tall': { ...base, w: 1080, h: 1500, spp: 7, eye: [0.2, 1.7, 6.6], at: [0.15, 1.16, 0], fov: 33, focus: 6.4, exp: 1.06, objs: [pot('moon', 'celadon', -0.3, -0.1), pot('bottle', 'iron', 0.95, -0.8, 1.05), pot('teabowl', 'tenmoku', 0.75, 1, 0.7), pot('cup', 'dip', -0.55, 1.3, 0.62)] },

  'tenmoku-bowl': { ...base, floor: 'linen', eye: [0.2, 1.75, 3.3], at: [0, 0.36, 0], fov: 33, focus: 3, ap: 0.05, objs: [pot('bowl', 'tenmoku', 0, 0)] },
  'tenmoku-inside': { ...base, floor: 'linen', eye: [0.35, 2.9, 1.3], at: [0.02, 0.35, 0.05], fov: 34, focus: 2.75, ap: 0.05, objs: [pot('bowl', 'tenmoku', 0, 0)] },
  'tenmoku-foot': { ...base, floor: 'linen', eye: [1, 1.35, 2.6], at: [0, 0.42, 0], fov: 33, focus: 2.5, ap: 0.05, exp: 1.08, objs: [pot('bowl', 'tenmoku', 0, 0, 1, 0, { flip: true })] },
  'moon-jar': { ...base, ...on('sage'), ...upright, eye: [0.1, 1.3, 5], at: [0, 0.84, 0], fov: 36, focus: 4.3, objs: [pot('moon', 'bone', 0, 0)] },
  'moon-jar-shoulder': { ...base, ...on('sage'), eye: [-0.9, 2.3, 2.3], at: [0.05, 1.25, 0], fov: 34, focus: 1.95, ap: 0.05, objs: [pot('moon', 'bone', 0, 0)] },
  'bowl-stack': { ...base, ...on('oxide'), exp: 1.15, eye: [0.3, 1.2, 4.4], at: [0, 0.62, 0], fov: 31, focus: 4.1, objs: [pot('bowl', 'bone', 0, 0), pot('bowl', 'celadon', 0.03, 0.02, 0.97, 0.29), pot('bowl', 'ash', -0.03, 0, 0.94, 0.57), pot('cup', 'bone', 1.25, 0.35, 0.7), pot('cup', 'ash', -1.35, -0.5, 0.75)] },
  'tea-dark': { ...base, floor: 'wood', eye: [0.2, 2.6, 2], at: [0.05, 0.35, 0.02], fov: 30, focus: 2.75, ap: 0.05, objs: [pot('teabowl', 'celadon', 0, 0), disc(0, 0.52, 0, 0.5, 0.005, 'tea'), pot('teabowl', 'bone', -1.15, -0.7, 0.95), pot('plate', 'iron', 1.15, -0.95, 0.6)] },
  'tea-green': { ...base, ...on('indigo'), exp: 1.2, eye: [-0.3, 2.5, 2.4], at: [0.05, 0.3, 0], fov: 31, focus: 3, ap: 0.05, objs: [pot('teabowl', 'oxblood', 0.1, 0.1, 1.05), disc(0.1, 0.5, 0.1, 0.5, 0.005, 'greentea'), pot('teabowl', 'shino', -1.15, -0.75), pot('sake', 'cobalt', 1.25, -0.9, 0.9)] },
  'teapot-celadon': { ...base, ...on('blush'), exp: 1.04, eye: [0.2, 1.5, 4.6], at: [0.05, 0.5, 0], fov: 31, focus: 4.3, objs: [teapot('celadon', -0.2, 0, 1.15, 0.25), pot('teabowl', 'celadon', 1.3, 0.85, 0.62), pot('teabowl', 'bone', -1.35, 0.75, 0.6)] },
  'teapot-iron': { ...base, ...EVENING, exp: 1, win: LOW, eye: [-0.3, 1.35, 4.4], at: [0, 0.5, 0], fov: 31, focus: 4.2, objs: [teapot('tenmoku', 0.1, -0.1, 1.15, Math.PI - 0.35), pot('cup', 'iron', -1.3, 0.6, 0.72), pot('saucer', 'iron', 1.35, 0.55, 0.9), pot('cup', 'iron', 1.35, 0.55, 0.66, 0.05)] },
  'mugs-monday': { ...base, floor: 'wood', back: 'chalk', eye: [0.5, 1.4, 5.9], at: [0.15, 0.46, 0], fov: 32, focus: 5.6, ap: 0.05, objs: [mug('ash', -1.35, -0.15, 1, 2.6), mug('celadip', -0.3, 0.25, 1, 0.5), mug('tenmoku', 0.85, -0.3, 1, 0.25), mug('bone', 1.75, 0.35, 1, 0.9)] },
  'mug-first-light': { ...base, ...on('ochre'), win: LOW, exp: 0.98, eye: [-0.2, 0.95, 3.7], at: [0.1, 0.44, 0], fov: 29, focus: 3.55, ap: 0.06, objs: [mug('banded', 0, 0, 1.1, 0.35), pot('jar', 'bone', -1.5, -1.3, 0.8), pot('plate', 'bone', 1.3, -0.9, 0.6)] },
  'shelves': { ...base, noFloor: true, wall: -1, spp: 6, eye: [-0.5, 2.5, 7.4], at: [0, 2.25, 0], fov: 36, focus: 7.2, ap: 0.03, exp: 1.2, objs: shelf([['moon', 'cup', 'cup', 'tall', 'bowl', 'jar'], ['bowl', 'bottle', 'teabowl', 'jar', 'cup', 'moon'], ['jar', 'wide', 'tall', 'cup', 'teabowl', 'bottle']], ['bone', 'celadon', 'iron', 'raw', 'ash', 'tenmoku', 'bisque', 'bone', 'celadon']) },
  'shelves-bisque': { ...base, noFloor: true, wall: -1, ...on('chalk'), spp: 7, eye: [0.9, 1.75, 5.2], at: [0.15, 1.5, 0], fov: 34, focus: 5, ap: 0.06, exp: 1.12, objs: shelf([['teabowl', 'teabowl', 'teabowl', 'mug', 'mug', 'mug', 'bud'], ['cup', 'cup', 'sake', 'sake', 'goblet', 'jar', 'bud'], ['jar', 'bud', 'cup', 'cup', 'teabowl', 'teabowl']], ['bisque', 'bisque', 'raw', 'bisque', 'porcelain', 'bisque', 'leather'], 0.8, 1.42) },
  'wheel-open': { ...wheel, objs: [head, pot('wet', 'wet', 0, 0, 1, 0, { ring: 1 })] },
  'wheel-centred': { ...wheel, back: 'sage', eye: [-0.4, 2.1, 3.2], at: [0, 0.22, 0], focus: 3.2, objs: [head, pot('puck', 'wet', 0, 0, 1, 0, { ring: 1 })] },
  'wheel-tall': { ...wheel, ...upright, back: 'indigo', eye: [0.6, 1.75, 4.5], at: [0, 0.75, 0], fov: 36, focus: 4.2, objs: [head, pot('cylinder', 'wet', 0, 0, 1.05, 0, { ring: 1 })] },
  'test-tiles': { ...base, floor: 'wood', eye: [0.5, 3.3, 2.1], at: [0.03, 0, 0.06], fov: 34, focus: 3.7, ap: 0.05, objs: tileField(tileMats) },
  'test-tiles-blues': { ...base, ...on('linen'), eye: [-0.7, 2.6, 1.9], at: [-0.05, 0, 0.05], fov: 32, focus: 3.1, ap: 0.06, objs: tileField(['cobalt', 'ash', 'celadon', 'cobalt', 'ash', 'celadon', 'cobalt', 'mended', 'ash', 'cobalt', 'celadon', 'ash', 'cobalt', 'ash', 'celadon']) },
  'test-tiles-reds': { ...base, floor: 'slate', eye: [0.9, 2.2, 2.2], at: [0.05, 0, -0.05], fov: 32, focus: 3, ap: 0.07, exp: 1.15, objs: tileField(['oxblood', 'iron', 'shino', 'oxblood', 'tenmoku', 'shino', 'oxblood', 'iron', 'shino', 'oxblood', 'iron', 'tenmoku', 'oxblood', 'shino', 'iron']) },
  'iron-and-twig': { ...base, ...on('linen'), eye: [-0.3, 1.35, 5.2], at: [0.1, 1.08, 0], fov: 32, focus: 5, exp: 1.08, objs: [pot('bottle', 'iron', -0.5, 0), branch(-0.5, 1.75, 0, 29, 1, 0.5), pot('tall', 'bone', 0.75, -0.5, 0.86), pot('teabowl', 'raw', 0.45, 0.75, 0.62)] },
  'plates-above': { ...base, ...on('sage'), eye: [0.1, 3.1, 2.7], at: [0, 0.1, 0], fov: 33, focus: 3.9, objs: [pot('plate', 'ash', -0.55, -0.35, 0.78), pot('plate', 'bone', 0.75, 0.35, 0.7), pot('teabowl', 'tenmoku', 0.82, 0.35, 0.5, 0.08), pot('cup', 'celadon', -0.75, 0.95, 0.55)] },
  'supper': { ...base, floor: 'linen', win: OVER, eye: [0.05, 4.2, 1.4], at: [0.05, 0.1, 0.05], fov: 34, focus: 4.2, exp: 0.95, objs: [pot('plate', 'shino', 0, 0.1, 1), pot('bowl', 'cobalt', 0, 0.1, 0.55, 0.1), pot('saucer', 'bone', -1.5, -0.6, 0.7), pot('teabowl', 'iron', 1.5, -0.75, 0.62), pot('saucer', 'ash', 1.45, 0.75, 0.62), pot('cup', 'bone', -1.45, 0.8, 0.6)] },
  'bisque-row': { ...base, floor: 'wood', eye: [-1.6, 1.25, 4.2], at: [0.1, 0.42, -0.2], fov: 30, focus: 3.9, ap: 0.08, objs: [0, 1, 2, 3, 4].flatMap((i) => [pot('cup', i === 1 ? 'dip' : 'bisque', -0.9 + i * 0.62, 0.9 - i * 0.72, 0.7), pot('teabowl', i === 2 ? 'celadon' : 'bisque', 0.1 + i * 0.62, 1 - i * 0.72, 0.66)]) },
  'kiln-glow': { ...kiln, objs: [pot('moon', 'raw', -0.75, -0.2, 0.92), pot('bottle', 'raw', 0.55, -0.5, 0.98), pot('teabowl', 'raw', 0.35, 0.65, 0.75), pot('tall', 'raw', 1.5, -0.1, 0.86), pot('bowl', 'raw', -1.9, 0.35, 0.7), slab] },
  'kiln-cones': { ...kiln, eye: [0.2, 0.75, 3.4], at: [0.05, 0.42, 0], focus: 3.1, heatX: -0.5, heatY: 0.5, objs: [cones(0, 0.3, 1.15, 'raw', [1.5, 0.7, 0.12]), pot('cup', 'raw', -1.25, -0.4, 0.9), pot('teabowl', 'raw', 1.3, -0.5, 0.95), slab] },
  'kiln-shelf': { ...kiln, eye: [-0.5, 1.1, 4.7], at: [0, 0.95, 0], heatX: 0.9, heatY: 1.2, heat: 1.1, objs: [slab, box(0, 1.12, -0.1, 3.2, 0.06, 1.1, 0.02, 'raw'), disc(-1.95, 0.53, 0.6, 0.14, 0.55, 'raw'), disc(1.75, 0.53, 0.6, 0.14, 0.55, 'raw'), pot('jar', 'raw', -1.2, 0, 0.85), pot('teabowl', 'raw', -0.1, 0.3, 0.9), pot('cup', 'raw', 0.85, 0.1, 0.95), pot('bud', 'raw', -1.5, 0.1, 0.95, 1.18), pot('sake', 'raw', -0.5, 0, 0.9, 1.18), pot('goblet', 'raw', 0.45, 0.1, 0.9, 1.18), pot('bowl', 'raw', 1.55, 0, 0.66, 1.18)] },
  'kiln-cooling': { ...kiln, heat: 0.34, eye: [0.4, 1.3, 4.6], at: [0, 0.7, 0], heatX: -0.6, heatY: 0.4, exp: 1.35, objs: [pot('moon', 'raw', 0.6, -0.1, 0.82), pot('funnel', 'raw', -0.75, -0.3, 0.92), pot('bowl', 'raw', -0.55, 0.75, 0.5), pot('cup', 'raw', 1.55, 0.5, 0.8), slab] },
  'lidded-jars': { ...base, ...on('moss'), exp: 1.16, eye: [0.1, 1.45, 5], at: [0, 0.68, 0], fov: 32, focus: 4.7, objs: [lidded('shino', -1.25, 0.1, 0.95), lidded('ash', 0.1, -0.3, 1.15), lidded('tenmoku', 1.4, 0.2, 0.85)] },
  'three-bottles': { ...base, ...on('chalk'), ...upright, eye: [0, 1.15, 5.4], at: [0.02, 0.98, 0], fov: 35, focus: 5.2, objs: [pot('bottle', 'oxblood', -0.75, -0.1, 1.02), pot('sake', 'bone', 0.1, 0.5, 0.95), pot('funnel', 'cobalt', 0.78, -0.35, 1.12)] },
  'bud-vases': { ...base, ...on('blush'), eye: [-0.2, 1.1, 5.4], at: [0, 0.66, 0], fov: 33, focus: 5.2, ap: 0.05, objs: [['celadon', -1.6], ['bone', -0.8], ['oxblood', 0], ['ash', 0.8], ['iron', 1.6]].map(([m, x], i) => [pot('bud', m, x, (hash(i, 2, 9) - 0.5) * 0.7, 0.92), branch(x, 0.66, (hash(i, 2, 9) - 0.5) * 0.7, 11 + i * 17, 0.62, 0.25 - i * 0.12, i % 2 ? 'leaf' : 'bud', 0.9)]) },
  'moon-branch': { ...base, ...on('indigo'), ...upright, exp: 1.15, eye: [0, 1.7, 6], at: [0.1, 1.42, 0], fov: 36, focus: 5.6, objs: [pot('moon', 'ash', -0.1, 0), branch(-0.1, 1.6, 0, 53, 1.5, 0.34, 'bud', 1.5)] },
  'night-cup': { ...base, ...EVENING, exp: 0.9, eye: [0.1, 0.95, 3.3], at: [0.05, 0.36, 0], fov: 28, focus: 3.15, ap: 0.05, objs: [pot('teabowl', 'tenmoku', 0, 0, 1)] },
  'night-porcelain': { ...base, ...EVENING, exp: 0.85, win: RIGHT, eye: [-0.3, 1.5, 5], at: [0, 0.82, 0], fov: 32, focus: 4.8, objs: [pot('moon', 'porcelain', 0.5, -0.3, 0.92, 0, { smooth: true }), pot('sake', 'porcelain', -0.95, 0.35, 0.8, 0, { smooth: true }), pot('cup', 'porcelain', -0.25, 1, 0.5, 0, { smooth: true })] },
  'sake-set': { ...base, floor: 'wood', back: 'oxide', exp: 1.1, eye: [0.2, 1.3, 4.2], at: [0, 0.5, 0], fov: 31, focus: 4, objs: [pot('sake', 'mended', -0.1, -0.2, 1.05), pot('cup', 'bone', -1.05, 0.45, 0.5), pot('cup', 'bone', 0.85, 0.6, 0.5), pot('plate', 'tenmoku', 1.35, -0.8, 0.7)] },
  'mended-bowl': { ...base, ...on('slate'), exp: 1.12, eye: [-0.25, 1.9, 2.9], at: [0, 0.36, 0], fov: 34, focus: 2.8, ap: 0.05, objs: [pot('bowl', 'mended', 0, 0)] },
  'glaze-bucket': { ...base, floor: 'slate', eye: [0.3, 3.1, 2.1], at: [0.05, 0.5, 0.02], fov: 33, focus: 3, ap: 0.05, exp: 1.1, objs: [pot('bucket', 'leather', 0, 0, 1.1), disc(0, 0.86, 0, 0.9, 0.005, 'slip'), rods([[0.3, 0.7, 0.1, 1.15, 1.75, -0.35, 0.035, 0.03]], 'wood'), pot('cup', 'bisque', -1.45, 0.55, 0.8), pot('cup', 'celadip', -1.3, -0.6, 0.8)] },
  'tools': { ...base, ...on('linen'), win: OVER, exp: 0.8, eye: [0.1, 3.6, 1.7], at: [0.05, 0, 0.05], fov: 33, focus: 3.9, objs: [
    rods([[-1.5, 0.07, -0.85, -0.5, 0.07, -0.7, 0.06, 0.05], [-0.5, 0.07, -0.7, 0.1, 0.05, -0.61, 0.02, 0.008]], 'wood'), rods([[-1.45, 0.07, -0.45, -0.3, 0.07, -0.36, 0.07, 0.06]], 'wood'), rods([[-0.3, 0.07, -0.36, -0.12, 0.07, -0.345, 0.065, 0.05]], 'brass'), rods([[-0.12, 0.07, -0.345, 0.3, 0.07, -0.31, 0.09, 0.02]], 'bristle'),
    box(-1.05, 0.05, 0.3, 0.42, 0.04, 0.24, 0.1, 'wood', 0.25), box(-0.35, 0.05, 1.0, 0.34, 0.02, 0.34, 0.02, 'steel', -0.4), pot('stone', 'sponge', 0.85, 0.75, 0.75, 0, { smooth: true }), pot('cup', 'dip', 1.35, -0.55, 0.75), rods([[0.0, 0.05, 0.25, 0.55, 0.05, 0.05, 0.045, 0.04], [0.55, 0.05, 0.05, 0.95, 0.05, -0.1, 0.014, 0.01]], 'wood')] },
  'tall-ash': { ...base, ...EVENING, ...upright, exp: 0.92, eye: [0.2, 1.35, 5], at: [0, 0.98, 0], fov: 35, focus: 4.8, objs: [pot('tall', 'ash', 0, 0, 1.05)] },
  'fluted': { ...base, ...on('chalk'), eye: [0.3, 1.3, 5.2], at: [0.22, 0.72, 0], fov: 32, focus: 5, objs: [pot('tall', 'celadon', 0.55, -0.3, 0.8, 0, { flute: [30, 0.035, 0.12, 1.8], smooth: true }), pot('teabowl', 'celadon', -0.75, 0.3, 0.95, 0, { flute: [28, 0.036, 0.1, 0.66], smooth: true }), pot('bud', 'bone', 1.5, 0.6, 0.75, 0, { flute: [20, 0.035, 0.05, 0.5], smooth: true })] },
  'fluted-close': { ...base, ...on('chalk'), eye: [-0.3, 1.2, 2.3], at: [0, 0.42, 0], fov: 32, focus: 2.1, ap: 0.05, objs: [pot('teabowl', 'celadon', 0, 0, 1.15, 0, { flute: [28, 0.036, 0.1, 0.66], smooth: true })] },
  'goblets': { ...base, ...on('ochre'), exp: 1.02, eye: [-0.4, 1.4, 5.3], at: [0.05, 0.6, 0], fov: 31, focus: 5.1, ap: 0.05, objs: [pot('goblet', 'banded', -1.05, 0.2), pot('goblet', 'bone', 0.1, -0.3), pot('goblet', 'banded', 1.2, 0.25)] },
  'seconds': { ...base, ...on('moss'), exp: 1.15, eye: [0.5, 2.6, 4], at: [0.2, 0.3, 0.1], fov: 34, focus: 4.4, objs: [pot('bowl', 'shino', -0.7, -0.3, 0.85), pot('bowl', 'oxblood', 0.95, -0.55, 0.62, 0, { flip: true }), pot('teabowl', 'dark', 0.55, 0.75, 0.7), pot('saucer', 'bone', -0.95, 1.05, 0.8), pot('cup', 'raw', 1.7, 0.35, 0.7)] },
  'cobalt-wide': { ...base, ...on('chalk'), eye: [-0.2, 2.2, 3.4], at: [0, 0.22, 0], fov: 34, focus: 3.4, ap: 0.05, objs: [pot('wide', 'cobalt', 0, 0, 0.95)] },
  'leatherhard': { ...base, floor: 'wood', back: 'sage', win: RIGHT, exp: 1.05, eye: [1.2, 1.4, 4.4], at: [0.25, 0.4, -0.1], fov: 34, focus: 3.9, ap: 0.08, objs: [0, 1, 2, 3].flatMap((i) => [teapot('leather', -1.1 + i * 1.15, 0.9 - i * 0.95, 0.62, 2.7)]) },
};
