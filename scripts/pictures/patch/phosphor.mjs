/** A beam on a tube: brightness falls with its speed. */
import { lerp } from '../maths.mjs';

/** Draws a polyline of [x, y, brightness?] with additive light. */
export function plot(f, pts, col, { width = 1, gain = 1 } = {}) {
  const { w, h, d } = f,
    r = Math.ceil(width * 2);
  for (let n = 1; n < pts.length; n++) {
    const [x0, y0] = pts[n - 1],
      [x1, y1] = pts[n],
      L = Math.hypot(x1 - x0, y1 - y0),
      k = Math.max(1, Math.ceil(L * 1.5)),
      e = (gain * (pts[n][2] ?? 1)) / (k * 0.55 + L * 0.25);
    for (let m = 0; m < k; m++) {
      const x = lerp(x0, x1, m / k),
        y = lerp(y0, y1, m / k);
      for (let j = -r; j <= r; j++)
        for (let i = -r; i <= r; i++) {
          const X = Math.round(x) + i,
            Y = Math.round(y) + j;
          if (X < 0 || Y < 0 || X >= w || Y >= h) continue;
          const g = Math.exp(-((X - x) ** 2 + (Y - y) ** 2) / (width * width)) * e,
            o = (Y * w + X) * 3;
          d[o] += col[0] * g;
          d[o + 1] += col[1] * g;
          d[o + 2] += col[2] * g;
        }
    }
  }
}

/** The ten by eight lines of a scope's glass. */
export function graticule(f, cell, cx = f.w / 2, cy = f.h / 2, a = 0.035, tint = [0.8, 0.9, 0.8]) {
  for (let y = 0; y < f.h; y++)
    for (let x = 0; x < f.w; x++) {
      const near = (v, c, size) => Math.abs((((v - c) / size + 1000.5) % 1) - 0.5) * size,
        gx = near(x, cx, cell),
        gy = near(y, cy, cell);
      let k = gx < 0.8 || gy < 0.8 ? a : 0;
      const onX = Math.abs(x - cx),
        onY = Math.abs(y - cy);
      if (
        onX < 1.2 ||
        onY < 1.2 ||
        (onY < 6 && near(x, cx, cell / 5) < 0.8) ||
        (onX < 6 && near(y, cy, cell / 5) < 0.8)
      )
        k = a * 2.2;
      const o = (y * f.w + x) * 3;
      for (let c = 0; c < 3; c++) f.d[o + c] += (k + 0.006) * tint[c];
    }
}
