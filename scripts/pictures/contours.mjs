/** The contour lines of the theme cairn: a tile that repeats, as one small drawing. `node scripts/pictures/contours.mjs` */
import { writeFileSync } from 'node:fs';
import { wavesOf } from './ridge/terrain.mjs';

const N = 56,
  SIZE = 720,
  k = SIZE / N,
  levels = [-0.26, -0.17, -0.08, 0.01, 0.1, 0.19, 0.28];
const height = (i, j) => wavesOf((((i % N) + N) % N) / N, (((j % N) + N) % N) / N, 2, 3, 77);

/** Where a level crosses the edges of each cell, as pairs of points. */
function crossings(level) {
  const pairs = [];
  for (let j = 0; j < N; j++)
    for (let i = 0; i < N; i++) {
      const v = [height(i, j), height(i + 1, j), height(i + 1, j + 1), height(i, j + 1)],
        p = [
          [i, j],
          [i + 1, j],
          [i + 1, j + 1],
          [i, j + 1],
        ],
        cut = [];
      for (let e = 0; e < 4; e++) {
        const a = v[e],
          b = v[(e + 1) % 4];
        if (a < level !== b < level) {
          const t = (level - a) / (b - a),
            q = p[(e + 1) % 4];
          cut.push([p[e][0] + (q[0] - p[e][0]) * t, p[e][1] + (q[1] - p[e][1]) * t]);
        }
      }
      for (let q = 0; q + 1 < cut.length; q += 2) pairs.push([cut[q], cut[q + 1]]);
    }
  return pairs;
}

/** Joins pairs to lines, those that begin at the tile's edge first. */
function lines(pairs) {
  const key = (p) => p.map((x) => x.toFixed(3)).join(','),
    at = new Map(),
    used = new Set(),
    found = [];
  for (const [n, pair] of pairs.entries()) for (const p of pair) at.set(key(p), [...(at.get(key(p)) ?? []), n]);
  const ends = (n) => Math.min(...pairs[n].map((p) => at.get(key(p)).length));
  for (const start of [...pairs.keys()].sort((a, b) => ends(a) - ends(b))) {
    if (used.has(start)) continue;
    used.add(start);
    let [a, end] = pairs[start];
    if (at.get(key(a)).length > 1 && at.get(key(end)).length === 1) [a, end] = [end, a];
    const path = [a, end];
    for (;;) {
      const here = key(end),
        next = at.get(here).find((n) => !used.has(n));
      if (next === undefined) break;
      used.add(next);
      end = pairs[next].find((p) => key(p) !== here) ?? end;
      path.push(end);
    }
    found.push(path);
  }
  return found;
}

/** Every second point, rounded off between them. */
function drawn(path) {
  const p = path.filter((_, n) => n % 2 === 0 || n === path.length - 1).map(([x, y]) => [x * k, y * k]),
    at = (q) => q.map((x) => x.toFixed(0)).join(' ');
  return `M${at(p[0])}${p
    .slice(1, -1)
    .map((q, n) => `Q${at(q)} ${at([(q[0] + p[n + 2][0]) / 2, (q[1] + p[n + 2][1]) / 2])}`)
    .join('')}L${at(p.at(-1))}`;
}

const of = (isStrong) =>
  levels
    .filter((_, n) => (n % 3 === 0) === isStrong)
    .flatMap((level) => lines(crossings(level)).map(drawn))
    .join('');
writeFileSync(
  'themes/cairn/contours.svg',
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" fill="none" stroke="#000"><path d="${of(false)}" stroke-width="1.1"/><path d="${of(true)}" stroke-width="2"/></svg>\n`,
);
