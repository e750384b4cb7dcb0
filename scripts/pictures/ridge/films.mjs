/** The trail runner's films of the terrain: a camera that glides, clouds that move, a light that changes, lamps that climb. */
import { clamp, lerp, rng, ss } from '../maths.mjs';
import { DAYS } from './days.mjs';
import { develop, frameOf } from './develop.mjs';
import { earth, mood } from './moods.mjs';
import { glowAt, stars } from './night.mjs';
import { lamps, moonlit, wayUp } from './nights.mjs';
import { landOf, stand } from './shot.mjs';
import { chord, silence, thunder, wav, wind } from './sounds.mjs';
import { cloudSea, look, shade } from './view.mjs';

const plain = { grain: 0, bloom: 0.35, edge: 0.22 };
const copyOf = (f) => ({ ...f, d: f.d.slice() });

/** A scene of `days.mjs` as a film: its clouds drift and come back, the camera moves by `move(part)` if it does. */
function drifting(
  name,
  { width, height, seconds, rate, loop = false, move = null, view = {}, sea = {}, finish = {}, far = 8000, speed = 1 },
) {
  const scene = DAYS[name],
    land = landOf(scene.land, scene.trees);
  return {
    width,
    height,
    seconds,
    rate,
    frameAt(n, t) {
      const part = n / (seconds * rate),
        base = { ...scene.view, ...view },
        camera = stand(land, { ...base, ...move?.(part, base) }),
        lid = cloudSea(
          {
            ...scene.sea,
            ...sea,
            height: (sea.height ?? scene.sea.height) * land.top,
            time: t * speed,
            loop: loop ? seconds * speed : 0,
          },
          scene.mood,
        );
      if (move) scene.mood.shade = scene.mood.shade ?? null;
      const seen = look(land, camera, width, height, lid, { far, fine: 0.0016 });
      return develop(shade(seen, land, scene.mood, frameOf(width, height), lid), { ...plain, ...finish });
    },
  };
}

export const FILMS = {
  hero: () => ({
    ...drifting('hero', { width: 1152, height: 648, seconds: 10, rate: 6, loop: true, speed: 1.6 }),
    smooth: 4,
    crf: 26,
    brand: true,
  }),
  'hero-tall': () => ({
    ...drifting('hero-tall', { width: 600, height: 900, seconds: 10, rate: 6, loop: true, speed: 1.6 }),
    smooth: 4,
    crf: 26,
    brand: true,
  }),
  'cloud-glide': () => {
    const scene = DAYS['cloud-sea'],
      land = landOf('alps'),
      path = stand(land, scene.view);
    return {
      width: 960,
      height: 540,
      seconds: 12,
      rate: 8,
      smooth: 3,
      sound: wav(wind(chord(silence(12), [65.4, 98, 146.8, 164.8], { gain: 0.05 }), { gain: 0.1, period: 6 })),
      frameAt(n, t) {
        const part = t / 12,
          k = part * part * (3 - 2 * part),
          lid = cloudSea({ ...scene.sea, height: 0.45 * land.top, time: t * 1.3 }, scene.mood),
          camera = {
            ...path,
            x: path.x + Math.cos(path.yaw) * k * 560,
            y: path.y + Math.sin(path.yaw) * k * 560,
            up: path.up - 200 + 230 * ss(0, 0.5, part),
            fov: 36,
            horizon: 0.4,
          };
        const seen = look(land, camera, 960, 540, lid, { far: 7600, fine: 0.0016, near: 30 }),
          f = shade(seen, land, scene.mood, frameOf(960, 540), lid),
          veil = ss(0.24, 0.02, part);
        if (veil > 0)
          for (let i = 0; i < f.d.length; i += 3) {
            f.d[i] = lerp(f.d[i], 0.62, veil);
            f.d[i + 1] = lerp(f.d[i + 1], 0.55, veil);
            f.d[i + 2] = lerp(f.d[i + 2], 0.6, veil);
          }
        return develop(f, plain);
      },
    };
  },
  'fog-pour': () => ({
    ...drifting('pass', {
      width: 540,
      height: 960,
      seconds: 9,
      rate: 6,
      view: { fov: 24, horizon: 0.3 },
      sea: { swell: 70 },
      speed: 3,
      far: 6500,
    }),
    smooth: 4,
    crf: 26,
    sound: wav(wind(silence(9), { gain: 0.2, high: 700 })),
  }),
  dawn: () => {
    const scene = DAYS['last-light'],
      land = landOf('alps'),
      camera = stand(land, { ...scene.view, horizon: 0.42, fov: 24 }),
      seen = look(land, camera, 960, 540, null, { far: 9000 }),
      ground = earth({ snow: 0.3, flat: 0.5, rock: '#5d5a58', rockTwo: '#7d756c' });
    const between = (a, b, t) =>
      `#${[1, 3, 5]
        .map((i) =>
          Math.round(lerp(parseInt(a.slice(i, i + 2), 16), parseInt(b.slice(i, i + 2), 16), clamp(t)))
            .toString(16)
            .padStart(2, '0'),
        )
        .join('')}`;
    const along = (stops, t) => {
      const s = clamp(t) * (stops.length - 1.001),
        i = Math.floor(s);
      return between(stops[i], stops[i + 1], s - i);
    };
    return {
      width: 960,
      height: 540,
      seconds: 10,
      rate: 6,
      smooth: 4,
      sound: wav(chord(wind(silence(10), { gain: 0.06 }), [82.4, 123.5, 164.8, 207.6], { gain: 0.05, swell: 1.2 })),
      frameAt(n, t) {
        const part = t / 10,
          up = ss(0.1, 1, part);
        const now = mood({
          side: -120 + part * 9,
          high: -2.5 + up * 11,
          sun: along(['#ff5a3c', '#ff8a52', '#ffc08a', '#ffe2bd'], up),
          power: 0.1 + 4.4 * ss(0.12, 0.5, part),
          ambient: along(['#33489a', '#5f78d0', '#7f9be6', '#93b0ec'], part),
          ambientPower: 0.16 + 0.5 * part,
          sky: {
            low: along(['#5a4a7c', '#d3859a', '#f0b3a4', '#d9dcea'], part),
            high: along(['#101a48', '#344a92', '#5878c0', '#5f93d8'], part),
            steep: 7,
            glow: '#ff9f7d',
            strength: 0.4,
          },
          haze: along(['#2c3a78', '#7078b4', '#98a0cc', '#a9bfe2'], part),
          clear: 5600,
          ground,
          fineShade: 1024,
        });
        return develop(shade(seen, land, now, frameOf(960, 540)), plain);
      },
    };
  },
  'lamps-climb': () => {
    const land = landOf('alps'),
      camera = stand(land, { peak: 4, from: 120, away: 2100, above: 260, fov: 40, horizon: 0.3 }),
      seen = look(land, camera, 960, 540),
      base = shade(seen, land, moonlit({ power: 0.34, ambientPower: 0.11 }), frameOf(960, 540)),
      path = wayUp(land, 4, 120, 1250);
    stars(base, seen, { count: 700, seed: 3, strength: 0.7, size: 0.7 });
    return {
      width: 960,
      height: 540,
      seconds: 12,
      rate: 8,
      smooth: 3,
      sound: wav(wind(chord(silence(12), [55, 82.4, 110], { gain: 0.06 }), { gain: 0.08, high: 420 })),
      frameAt(n, t) {
        const f = copyOf(base);
        lamps(f, seen, land, path, {
          count: 130,
          size: 1.9,
          strength: 1.5 + 0.12 * Math.sin(t * 9),
          drift: t * 0.0055,
        });
        return develop(f, { ...plain, bloom: 0.8, from: 0.5 });
      },
    };
  },
  'stars-wheel': () => {
    const land = landOf('alps'),
      camera = stand(land, { peak: 7, from: 20, away: 2600, above: 150, fov: 36, horizon: 0.76 }),
      seen = look(land, camera, 960, 540),
      base = shade(
        seen,
        land,
        moonlit({ power: 0.26, sky: { low: '#27365f', high: '#0a1024', steep: 3, glow: '#5a78c8', strength: 0.05 } }),
        frameOf(960, 540),
      ),
      trail = frameOf(960, 540);
    return {
      width: 960,
      height: 540,
      seconds: 11,
      rate: 12,
      smooth: 2,
      sound: wav(chord(silence(11), [110, 164.8, 220, 277.2, 329.6], { gain: 0.035, swell: 0.8 })),
      frameAt(n, t) {
        const from = t * 0.07,
          now = copyOf(base);
        for (let i = 0; i < trail.d.length; i++) trail.d[i] *= 0.994;
        stars(trail, seen, {
          count: 420,
          seed: 12,
          pole: [0.58, 0.3],
          turn: 0.07 / 12 + 0.001,
          from,
          strength: 0.5,
          size: 0.42,
        });
        for (let i = 0; i < now.d.length; i++) now.d[i] += Math.min(1.1, trail.d[i]);
        stars(now, seen, { count: 900, seed: 12, pole: [0.58, 0.3], from, strength: 0.5, size: 0.75 });
        return develop(now, { ...plain, bloom: 0.35, from: 0.6 });
      },
    };
  },
  storm: () => {
    const scene = DAYS['storm-light'],
      land = landOf('fells'),
      camera = stand(land, { ...scene.view, horizon: 0.56, fov: 34 }),
      seen = look(land, camera, 960, 540),
      dusk = {
        clear: 3600,
        haze: '#565f6b',
        ground: earth({ snow: 0.95, rock: '#5a6066', rockTwo: '#747a7c', grass: '#4c5a3a', grassTwo: '#6d704a' }),
      };
    const sky = {
      low: '#616c7a',
      high: '#20262f',
      steep: 6,
      glow: '#9a9c98',
      clouds: 1,
      cloudLow: 0.28,
      cloud: '#2e353f',
      seed: 12,
      strength: 0.15,
    };
    const calm = shade(
        seen,
        land,
        mood({ side: -70, high: 30, sun: '#b9c4d6', power: 0.35, ambient: '#7888a4', ambientPower: 0.3, sky, ...dusk }),
        frameOf(960, 540),
      ),
      flash = shade(
        seen,
        land,
        mood({
          side: 40,
          high: 38,
          sun: '#dfe4ff',
          power: 3.4,
          ambient: '#b8c4f4',
          ambientPower: 0.9,
          sky: { ...sky, low: '#c9d2ee', cloud: '#9aa4c4' },
          ...dusk,
          haze: '#a9b4d0',
        }),
        frameOf(960, 540),
      );
    const R = rng(9),
      strikes = [1.3, 1.42, 4.1, 6.2, 6.28, 6.45],
      drops = Array.from({ length: 900 }, () => [R(), R(), 0.6 + R() * 0.8]);
    const bolt = (seed) => {
        const B = rng(seed),
          points = [[0.5 + B() * 0.3, 0.02]];
        while (points.at(-1)[1] < 0.5) {
          const [x, y] = points.at(-1);
          points.push([x + (B() - 0.5) * 0.035, y + 0.012 + B() * 0.02]);
        }
        return points;
      },
      bolts = strikes.map((_, k) => bolt(k > 2 ? 31 : k > 1 ? 14 : 5));
    let bed = wind(silence(9), { gain: 0.24, low: 900, high: 3200, period: 4 });
    for (const at of [2.1, 4.8, 7.0]) bed = thunder(bed, at, { gain: 0.55, seed: Math.round(at * 10) });
    return {
      width: 960,
      height: 540,
      seconds: 9,
      rate: 16,
      crf: 29,
      sound: wav(bed),
      frameAt(n, t) {
        const f = copyOf(calm),
          light = strikes.map((s) => (t < s ? 0 : Math.exp(-(t - s) * 7))),
          k = Math.min(
            1,
            light.reduce((a, b) => a + b, 0),
          );
        for (let i = 0; i < f.d.length; i++) f.d[i] = lerp(f.d[i], flash.d[i], k);
        light.forEach((v, s) => {
          if (v > 0.25)
            for (let q = 1; q < bolts[s].length; q++)
              for (let m = 0; m < 6; m++) {
                const x = lerp(bolts[s][q - 1][0], bolts[s][q][0], m / 6) * 960,
                  y = lerp(bolts[s][q - 1][1], bolts[s][q][1], m / 6) * 540;
                if (seen.depth[Math.floor(y) * 960 + Math.floor(x)] === Infinity)
                  glowAt(f, x, y, 1.5, [0.8, 0.85, 1], v * 1.4);
              }
        });
        for (const [x, y, s] of drops) {
          const py = ((y + t * 2.3 * s) % 1) * 540,
            px = ((((x + 1 - t * 0.35 * s - y * 0) % 1) + 1) % 1) * 960;
          for (let q = 0; q < 13 * s; q++) {
            const X = Math.round(px - q * 0.16),
              Y = Math.round(py + q);
            if (X >= 0 && X < 960 && Y < 540) {
              const o = (Y * 960 + X) * 3;
              for (let c = 0; c < 3; c++) f.d[o + c] += 0.03 * s + 0.05 * k;
            }
          }
        }
        return develop(f, plain);
      },
    };
  },
};
