/** People and trees as drawings to lay over a picture. */
import { rng } from '../maths.mjs';

const n1 = (v) => v.toFixed(1);
/** A point `length` away at an angle from straight down, forward positive. */
const reach = ([x, y], angle, length) => [x + Math.sin(angle) * length, y + Math.cos(angle) * length];
const limb = (points, width) =>
  `<polyline points="${points.map(([x, y]) => `${n1(x)},${n1(y)}`).join(' ')}" fill="none" stroke-width="${n1(width)}" stroke-linecap="round" stroke-linejoin="round"/>`;

/**
 * A runner whose feet touch (x, y), `tall` pixels high, at a phase of the stride (one stride is 2π), leaning into a
 * slope. `facing` -1 runs to the left.
 */
export function runner(
  x,
  y,
  tall,
  { phase = 0.8, facing = 1, lean = 0.2, colour = '#0b0f12', lamp = false, poles = false, vest = true } = {},
) {
  const u = tall / 8,
    hop = Math.abs(Math.sin(phase)) * u * 0.32,
    hip = [0, -u * 3.95 - hop],
    neck = reach(hip, Math.PI - lean, u * 2.45),
    head = reach(neck, Math.PI - lean * 1.2, u * 0.95);
  const leg = (p) => {
    const thigh = 0.2 + 0.78 * Math.sin(p),
      knee = 0.22 + 1.25 * Math.max(0, Math.cos(p + 0.25)),
      k = reach(hip, thigh, u * 2.05),
      a = reach(k, thigh - knee, u * 2),
      t = reach(a, thigh - knee + 1.35, u * 0.62);
    return [hip, k, a, t];
  };
  const arm = (p) => {
    const upper = -lean - 0.1 + 0.75 * Math.sin(p),
      s = reach(neck, 0, u * 0.25),
      e = reach(s, upper, u * 1.25),
      h = reach(e, upper + 1.5 + 0.3 * Math.sin(p), u * 1.15);
    return [s, e, h];
  };
  const back = leg(phase + Math.PI),
    front = leg(phase),
    far = arm(phase),
    near = arm(phase + Math.PI);
  const pole = (hand) =>
    poles
      ? `<line x1="${n1(hand[0])}" y1="${n1(hand[1])}" x2="${n1(hand[0] - u * 1.5)}" y2="${n1(hand[1] + u * 3.6)}" stroke-width="${n1(u * 0.12)}"/>`
      : '';
  return `<g transform="translate(${n1(x)} ${n1(y)}) scale(${facing} 1)" stroke="${colour}" fill="${colour}">${limb(far, u * 0.48)}${pole(far[2])}${limb(back.slice(0, 3), u * 0.74)}${limb(back.slice(2), u * 0.5)}${limb([hip, neck], u * 1.2)}${vest ? limb([reach(reach(hip, Math.PI - lean, u * 1.2), -1.4, u * 0.55), reach(neck, -1.2, u * 0.6)], u * 0.75) : ''}${limb(front.slice(0, 3), u * 0.78)}${limb(front.slice(2), u * 0.52)}${limb(near, u * 0.5)}${pole(near[2])}${limb([neck, head], u * 0.55)}<circle cx="${n1(head[0])}" cy="${n1(head[1])}" r="${n1(u * 0.6)}" stroke="none"/><path d="M${n1(head[0] + u * 0.3)} ${n1(head[1] - u * 0.35)} l${n1(u * 0.75)} ${n1(u * 0.22)} l${n1(-u * 0.7)} ${n1(u * 0.05)}z" stroke="none"/>${lamp ? `<circle cx="${n1(head[0] + u * 0.6)}" cy="${n1(head[1] - u * 0.15)}" r="${n1(u * 0.22)}" fill="#fff7dc" stroke="none"/>` : ''}</g>`;
}

/** Somebody standing, hands on hips or at the sides; seen from behind. */
export function standing(x, y, tall, colour = '#0b0f12') {
  const u = tall / 8;
  return `<g transform="translate(${n1(x)} ${n1(y)})" stroke="${colour}" fill="${colour}">${limb(
    [
      [-u * 0.55, 0],
      [-u * 0.42, -u * 2],
      [-u * 0.2, -u * 4],
    ],
    u * 0.8,
  )}${limb(
    [
      [u * 0.65, 0],
      [u * 0.5, -u * 2],
      [u * 0.2, -u * 4],
    ],
    u * 0.8,
  )}${limb(
    [
      [0, -u * 4],
      [0, -u * 6.2],
    ],
    u * 1.7,
  )}${limb(
    [
      [-u * 0.8, -u * 6.3],
      [-u * 1.5, -u * 5.1],
      [-u * 0.7, -u * 4.3],
    ],
    u * 0.5,
  )}${limb(
    [
      [u * 0.8, -u * 6.3],
      [u * 1.5, -u * 5.1],
      [u * 0.7, -u * 4.3],
    ],
    u * 0.5,
  )}<circle cx="0" cy="${n1(-u * 7.45)}" r="${n1(u * 0.62)}" stroke="none"/></g>`;
}

/** One spruce as a polygon: boughs that droop, more ragged with `ragged`. */
export function spruce(x, y, tall, seed, { ragged = 1, slim = 0.2, narrow = 1 } = {}) {
  const R = rng(seed),
    tiers = Math.round(24 + R() * 12),
    left = [],
    right = [];
  for (let k = 0; k <= tiers; k++) {
    const t = k / tiers,
      reachOut = tall * slim * narrow * (t ** 0.9 * 0.94 + 0.02) * (0.66 + R() * 0.5 * ragged),
      up = y - tall * (1 - t * 0.93),
      droop = tall * 0.03 * (0.35 + R());
    const l = reachOut * (0.8 + R() * 0.4),
      r = reachOut * (0.8 + R() * 0.4),
      inner = 0.5 + R() * 0.22;
    left.push([x - l, up + droop], [x - l * inner, up - tall * 0.004]);
    right.push([x + r, up + droop * (0.6 + R() * 0.8)], [x + r * inner, up - tall * 0.004]);
  }
  const w = tall * 0.012,
    points = [
      [x + (R() - 0.5) * 2, y - tall * 1.02],
      ...right,
      [x + w, y - tall * 0.05],
      [x + w, y + tall * 0.05],
      [x - w, y + tall * 0.05],
      [x - w, y - tall * 0.05],
      ...left.reverse(),
    ];
  return `<polygon points="${points.map(([a, b]) => `${n1(a)},${n1(b)}`).join(' ')}"/>`;
}

/** A dark slope at the foot of a picture: `at(x)` is its height on the page; trees and grass upon it. */
export function slope(
  W,
  H,
  at,
  { colour = '#0b0f12', trees = 0, tall = 120, seed = 1, grass = 0, from = 0, to = 1, blur = 0 } = {},
) {
  const R = rng(seed),
    line = [];
  for (let x = 0; x <= W; x += 3) line.push(`${x},${n1(at(x) + (R() - 0.5) * 2)}`);
  let on = '';
  for (let k = 0; k < trees; k++) {
    const x = W * (from + (to - from) * R()),
      t = tall * (0.45 + R() * 0.75);
    on += spruce(x, at(x) + t * 0.03, t, seed * 100 + k);
  }
  for (let k = 0; k < grass; k++) {
    const x = R() * W,
      y = at(x) + 3,
      a = (R() - 0.35) * 14,
      h = (3 + R() * R() * 16) * (W / 1440);
    on += `<path d="M${n1(x)} ${n1(y)} q${n1(a * 0.2)} ${n1(-h * 0.6)} ${n1(a)} ${n1(-h)}" stroke="${colour}" stroke-width="1.5" fill="none"/>`;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}">${blur ? `<filter id="b" x="-5%" y="-5%" width="110%" height="110%"><feGaussianBlur stdDeviation="${blur}"/></filter>` : ''}<g fill="${colour}" ${blur ? 'filter="url(#b)"' : ''}><polygon points="0,${H} ${line.join(' ')} ${W},${H}"/>${on}</g></svg>`;
}
export const drawing = (W, H, inside) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}">${inside}</svg>`;
