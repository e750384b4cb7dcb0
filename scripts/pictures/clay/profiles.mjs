/** Turned profiles as [radius, height] points, and their distance fields. */
import { clamp } from '../maths.mjs';

/** Outer wall up, lip, inner wall down: a vessel of thickness `t` whose floor inside is at `floor`. */
const wall = (outer, t = 0.05, floor = 0.1) => {
  const inner = outer
    .filter(([, y]) => y > floor + 0.02)
    .map(([r, y]) => [Math.max(0.02, r - t), y])
    .reverse();
  inner[0] = [outer.at(-1)[0] - t * 0.9, outer.at(-1)[1] - 0.005];
  return [
    [0, 0.03],
    [outer[0][0] - 0.06, 0.03],
    [outer[0][0] - 0.03, 0],
    ...outer,
    ...inner,
    [inner.at(-1)[0] * 0.6, floor],
    [0, floor],
  ];
};

export const PROFILES = {
  bowl: wall(
    [
      [0.3, 0],
      [0.32, 0.08],
      [0.5, 0.16],
      [0.72, 0.32],
      [0.88, 0.52],
      [0.96, 0.7],
    ],
    0.055,
    0.13,
  ),
  wide: wall(
    [
      [0.36, 0],
      [0.38, 0.07],
      [0.7, 0.14],
      [1.02, 0.26],
      [1.2, 0.4],
      [1.27, 0.48],
    ],
    0.055,
    0.11,
  ),
  teabowl: wall(
    [
      [0.26, 0],
      [0.27, 0.07],
      [0.42, 0.14],
      [0.53, 0.3],
      [0.56, 0.5],
      [0.54, 0.68],
      [0.55, 0.74],
    ],
    0.05,
    0.14,
  ),
  cup: wall(
    [
      [0.3, 0],
      [0.34, 0.05],
      [0.38, 0.2],
      [0.38, 0.45],
      [0.4, 0.72],
    ],
    0.04,
    0.08,
  ),
  mug: wall(
    [
      [0.37, 0],
      [0.41, 0.05],
      [0.43, 0.28],
      [0.42, 0.58],
      [0.43, 0.82],
    ],
    0.045,
    0.09,
  ),
  moon: wall(
    [
      [0.3, 0],
      [0.36, 0.08],
      [0.66, 0.3],
      [0.86, 0.62],
      [0.9, 0.9],
      [0.82, 1.2],
      [0.58, 1.46],
      [0.36, 1.58],
      [0.34, 1.66],
      [0.37, 1.74],
    ],
    0.05,
    0.12,
  ),
  bottle: wall(
    [
      [0.34, 0],
      [0.4, 0.06],
      [0.52, 0.35],
      [0.54, 0.7],
      [0.44, 1.02],
      [0.2, 1.28],
      [0.13, 1.5],
      [0.13, 1.78],
      [0.19, 1.92],
    ],
    0.04,
    0.1,
  ),
  sake: wall(
    [
      [0.3, 0],
      [0.36, 0.05],
      [0.46, 0.3],
      [0.44, 0.58],
      [0.28, 0.82],
      [0.16, 0.96],
      [0.15, 1.06],
      [0.24, 1.18],
    ],
    0.04,
    0.1,
  ),
  tall: wall(
    [
      [0.36, 0],
      [0.4, 0.05],
      [0.44, 0.5],
      [0.48, 1.0],
      [0.5, 1.4],
      [0.44, 1.72],
      [0.34, 1.86],
      [0.38, 1.98],
    ],
    0.045,
    0.1,
  ),
  funnel: wall(
    [
      [0.3, 0],
      [0.36, 0.05],
      [0.5, 0.32],
      [0.45, 0.6],
      [0.24, 0.86],
      [0.17, 1.06],
      [0.26, 1.3],
      [0.46, 1.5],
      [0.54, 1.56],
    ],
    0.04,
    0.1,
  ),
  bud: wall(
    [
      [0.22, 0],
      [0.26, 0.04],
      [0.38, 0.2],
      [0.36, 0.4],
      [0.16, 0.58],
      [0.09, 0.72],
      [0.12, 0.84],
    ],
    0.03,
    0.08,
  ),
  jar: wall(
    [
      [0.4, 0],
      [0.46, 0.06],
      [0.6, 0.3],
      [0.62, 0.66],
      [0.5, 0.9],
      [0.46, 0.96],
      [0.5, 1.02],
    ],
    0.05,
    0.1,
  ),
  pot: wall(
    [
      [0.38, 0],
      [0.42, 0.05],
      [0.66, 0.26],
      [0.72, 0.48],
      [0.62, 0.72],
      [0.4, 0.84],
      [0.34, 0.9],
    ],
    0.045,
    0.1,
  ),
  goblet: wall(
    [
      [0.36, 0],
      [0.32, 0.05],
      [0.13, 0.12],
      [0.11, 0.4],
      [0.22, 0.52],
      [0.42, 0.66],
      [0.5, 0.86],
      [0.5, 1.06],
    ],
    0.045,
    0.56,
  ),
  bucket: wall(
    [
      [0.72, 0],
      [0.76, 0.05],
      [0.82, 0.5],
      [0.86, 1.0],
      [0.9, 1.04],
    ],
    0.05,
    0.1,
  ),
  wet: wall(
    [
      [0.5, 0],
      [0.52, 0.1],
      [0.5, 0.3],
      [0.55, 0.52],
      [0.66, 0.74],
      [0.74, 0.9],
      [0.76, 0.98],
    ],
    0.085,
    0.14,
  ),
  cylinder: wall(
    [
      [0.5, 0],
      [0.54, 0.08],
      [0.5, 0.5],
      [0.46, 1.0],
      [0.47, 1.4],
      [0.52, 1.62],
    ],
    0.08,
    0.14,
  ),
  plate: wall(
    [
      [0.5, 0],
      [0.52, 0.05],
      [0.86, 0.1],
      [1.12, 0.17],
      [1.24, 0.24],
    ],
    0.05,
    0.08,
  ),
  saucer: wall(
    [
      [0.3, 0],
      [0.31, 0.03],
      [0.5, 0.06],
      [0.66, 0.12],
    ],
    0.04,
    0.05,
  ),
  lid: [
    [0, 0],
    [0.42, 0],
    [0.46, 0.03],
    [0.42, 0.1],
    [0.24, 0.17],
    [0.1, 0.19],
    [0.08, 0.25],
    [0.14, 0.32],
    [0.12, 0.38],
    [0, 0.4],
  ],
  puck: [
    [0, 0],
    [0.74, 0],
    [0.8, 0.06],
    [0.76, 0.24],
    [0.62, 0.42],
    [0.36, 0.5],
    [0.16, 0.44],
    [0, 0.4],
  ],
  stone: [
    [0, 0],
    [0.34, 0.02],
    [0.56, 0.16],
    [0.58, 0.34],
    [0.4, 0.5],
    [0.14, 0.56],
    [0, 0.56],
  ],
};

export const GRID = 200,
  PAD = 0.14;
/** Signed distance of a profile's cross-section, sampled on a grid of radius by height. */
export function distanceGrid(points) {
  const poly = smooth(points);
  const R = Math.max(...poly.map((p) => p[0])) + PAD,
    y0 = -PAD,
    y1 = Math.max(...poly.map((p) => p[1])) + PAD;
  const g = new Float32Array(GRID * GRID);
  for (let j = 0; j < GRID; j++)
    for (let i = 0; i < GRID; i++) {
      const x = (i / (GRID - 1)) * R,
        y = y0 + (j / (GRID - 1)) * (y1 - y0);
      let d = 1e9,
        inside = false;
      for (let k = 0; k < poly.length; k++) {
        const a = poly[k],
          b = poly[(k + 1) % poly.length],
          ex = b[0] - a[0],
          ey = b[1] - a[1],
          wx = x - a[0],
          wy = y - a[1];
        if (k < poly.length - 1) {
          const t = clamp((wx * ex + wy * ey) / (ex * ex + ey * ey + 1e-12)),
            dx = wx - ex * t,
            dy = wy - ey * t;
          d = Math.min(d, dx * dx + dy * dy);
        }
        if (a[1] > y !== b[1] > y && x < (ex * (y - a[1])) / ey + a[0]) inside = !inside;
      }
      g[j * GRID + i] = (inside ? -1 : 1) * Math.sqrt(d) - 0.008;
    }
  return { g, R, y0, y1, top: y1 - PAD };
}

/** Catmull-Rom through the points, seven steps each. */
function smooth(points) {
  const poly = [],
    n = points.length;
  for (let i = 0; i < n - 1; i++) {
    const p0 = points[Math.max(0, i - 1)],
      p1 = points[i],
      p2 = points[i + 1],
      p3 = points[Math.min(n - 1, i + 2)];
    for (let s = 0; s < 7; s++) {
      const t = s / 7;
      poly.push(
        [0, 1].map(
          (k) =>
            0.5 *
            (2 * p1[k] +
              (p2[k] - p0[k]) * t +
              (2 * p0[k] - 5 * p1[k] + 4 * p2[k] - p3[k]) * t * t +
              (3 * p1[k] - p0[k] - 3 * p2[k] + p3[k]) * t * t * t),
        ),
      );
    }
  }
  poly.push(points[n - 1]);
  return poly.map(([r, y]) => [Math.max(0, r), y]);
}
