/** What can stand in a scene. Units: one is the radius of a large bowl; y is up; the window is to the left. */
import { hash } from '../maths.mjs';

export const POT = 0,
  BOX = 1,
  DISC = 2,
  RODS = 3,
  RING = 4;

/** A turned pot. `more`: ring (throwing marks), flip (foot up), flute [count, depth, from, to]. */
export const pot = (profile, mat, x, z, s = 1, y = 0, more = {}) => ({ t: POT, profile, mat, x, y, z, s, ...more });
/** A box of half sizes with rounded edges, turned by `yaw`. */
export const box = (x, y, z, hx, hy, hz, rd, mat, yaw = 0) => ({
  t: BOX,
  x,
  y,
  z,
  hx,
  hy,
  hz,
  rd,
  mat,
  c: Math.cos(yaw),
  n: Math.sin(yaw),
});
export const disc = (x, y, z, r, h, mat) => ({ t: DISC, x, y, z, r, h, mat });
/** Tapering rods [x, y, z, x', y', z', r, r'] in the scene's own coordinates, with buds and leaves if any. */
export function rods(caps, mat, buds = [], budMat = 'bud') {
  const xs = [
    ...caps.flatMap((q) => [
      [q[0], q[1], q[2], q[6]],
      [q[3], q[4], q[5], q[6]],
    ]),
    ...buds,
  ];
  const mid = [0, 1, 2].map((k) => (Math.min(...xs.map((p) => p[k])) + Math.max(...xs.map((p) => p[k]))) / 2);
  const R = Math.max(...xs.map((p) => Math.hypot(p[0] - mid[0], p[1] - mid[1], p[2] - mid[2]) + p[3]));
  return {
    t: RODS,
    caps: caps.map((q) => [...q.slice(0, 7), q[7] ?? q[6]]),
    buds,
    budMat,
    x: mid[0],
    y: mid[1],
    z: mid[2],
    R,
    mat,
  };
}

/** A twig that grows from a point; the same seed gives the same twig. */
export function branch(x, y, z, seed, len = 1.5, lean = 0.3, budMat = 'bud', budSize = 1) {
  const caps = [],
    buds = [];
  let sd = seed;
  const rnd = () => hash((sd += 7), seed, 3);
  const grow = (px, py, pz, dx, dy, dz, l, w, depth) => {
    for (let i = 0; i < 4; i++) {
      const nx = px + (dx * l) / 4,
        ny = py + (dy * l) / 4,
        nz = pz + (dz * l) / 4;
      caps.push([px, py, pz, nx, ny, nz, w * (1 - i * 0.12)]);
      px = nx;
      py = ny;
      pz = nz;
      dx += (rnd() - 0.5) * 0.45;
      dy += (rnd() - 0.35) * 0.3;
      dz += (rnd() - 0.5) * 0.35;
      if (depth > 0 && i > 0)
        grow(
          px,
          py,
          pz,
          dx + (rnd() - 0.5) * 1.5,
          dy * 0.7 + rnd() * 0.3,
          dz + (rnd() - 0.5) * 0.9,
          l * 0.42,
          w * 0.55,
          depth - 1,
        );
      if (depth < 2 && rnd() > 0.25)
        buds.push([px + (rnd() - 0.5) * 0.04, py + 0.02, pz + (rnd() - 0.5) * 0.04, (0.026 + rnd() * 0.03) * budSize]);
    }
  };
  grow(x, y, z, lean, 0.95, 0.05, len, 0.022, 2);
  // In small bundles: a ray asks only those whose ball it meets.
  const near = (q, part) => part.some((c) => Math.hypot(q[0] - c[3], q[1] - c[4], q[2] - c[5]) < 0.06);
  return Array.from({ length: Math.ceil(caps.length / 8) }, (_, i) => caps.slice(i * 8, i * 8 + 8)).map((part) =>
    rods(
      part,
      'twig',
      buds.filter((q) => near(q, part)),
      budMat,
    ),
  );
}

/** A mug: body and handle. */
export const mug = (mat, x, z, s = 1, yaw = 0.2, y = 0) => [
  pot('mug', mat, x, z, s, y),
  {
    t: RING,
    x: x + Math.cos(yaw) * 0.47 * s,
    y: y + 0.43 * s,
    z: z + Math.sin(yaw) * 0.47 * s,
    R: 0.2 * s,
    r: 0.042 * s,
    c: Math.cos(yaw),
    n: Math.sin(yaw),
    clip: -0.06 * s,
    mat,
  },
];
/** A teapot: body, lid, spout along `yaw` and handle opposite. */
export function teapot(mat, x, z, s = 1, yaw = 0, y = 0) {
  const c = Math.cos(yaw),
    n = Math.sin(yaw),
    at = (a, h) => [x + c * a * s, y + h * s, z + n * a * s];
  const curve = Array.from({ length: 11 }, (_, i) => {
    const t = i / 10,
      k = 1 - t;
    return [k * k * 0.56 + 2 * k * t * 0.98 + t * t * 1.08, k * k * 0.32 + 2 * k * t * 0.36 + t * t * 0.86];
  });
  const w = curve.map((_, i) => 0.16 - 0.098 * Math.pow(i / 10, 0.7));
  return [
    pot('pot', mat, x, z, s, y),
    pot('lid', mat, x, z, s * 0.84, y + 0.885 * s),
    rods(
      curve.slice(1).map((p, i) => [...at(...curve[i]), ...at(...p), w[i] * s, w[i + 1] * s]),
      mat,
    ),
    {
      t: RING,
      x: x - c * 0.72 * s,
      y: y + 0.5 * s,
      z: z - n * 0.72 * s,
      R: 0.29 * s,
      r: 0.05 * s,
      c: -c,
      n: -n,
      clip: -0.3 * s,
      mat,
    },
  ];
}
/** A lidded jar. */
export const lidded = (mat, x, z, s = 1, lidMat = mat) => [
  pot('jar', mat, x, z, s),
  pot('lid', lidMat, x, z, s * 1.08, 1.0 * s),
];
