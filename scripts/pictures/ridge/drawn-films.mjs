/** Films that are drawn rather than seen: a lamp on a map, a profile, snow in the wood, a runner on a ridge. */
import sharp from 'sharp';
import { clamp, rng } from '../maths.mjs';
import { fbm2 } from '../patch/noise.mjs';
import { drawing, runner, spruce } from './figures.mjs';
import { map, MAPS, PROFILES, route } from './maps.mjs';
import { heightAt } from './terrain.mjs';
import { landOf } from './shot.mjs';
import { chord, knocks, silence, wav, wind } from './sounds.mjs';
import { woodOf } from './woods.mjs';

const raw = (image, w, h) => image.resize(w, h, { fit: 'cover' }).removeAlpha().raw().toBuffer();

export const DRAWN = {
  async 'lamp-map'() {
    const w = 960,
      h = 540,
      scene = { ...MAPS['map-night'], size: [w, h], box: { x: 600, y: 1900, w: 1200 }, route: null, over: null },
      base = await raw(await map(scene, false), w, h),
      land = landOf('alps'),
      k = 1200 / w,
      area = { ...scene.box, h: k * h };
    const track = route(land, area, [
      [0.08, 0.8],
      [0.24, 0.42],
      [0.44, 0.3],
      [0.56, 0.62],
      [0.76, 0.72],
      [0.88, 0.3],
      [0.95, 0.16],
    ]).map(([x, y]) => [(x - area.x) / k, (y - area.y) / k]);
    const pace = (t) => {
      const p = clamp((t - 0.6) / 12);
      return p < 0.46 ? (p / 0.46) * 0.5 : p < 0.55 ? 0.5 : 0.5 + ((p - 0.55) / 0.45) * 0.5;
    };
    return {
      width: w,
      height: h,
      seconds: 14,
      rate: 16,
      crf: 31,
      sound: wav(
        knocks(
          wind(silence(14), { gain: 0.07, high: 500 }),
          Array.from({ length: 60 }, (_, i) => 0.7 + i * 0.21).filter((t) => t < 6.1 || t > 7.3),
          { hz: 85, gain: 0.12, decay: 34, grit: 0.8 },
        ),
      ),
      async frameAt(n, t) {
        const at = Math.min(track.length - 1, Math.floor(pace(t) * (track.length - 1))),
          [lx, ly] = track[at],
          out = Buffer.alloc(base.length);
        for (let y = 0; y < h; y++)
          for (let x = 0; x < w; x++) {
            const d = Math.hypot(x - lx, y - ly),
              light = 0.34 + 1.5 * Math.exp(-((d / 95) ** 2)) + 0.5 * Math.exp(-d / 60),
              o = (y * w + x) * 3;
            out[o] = Math.min(255, base[o] * light * (1 + 0.25 * Math.exp(-d / 70)));
            out[o + 1] = Math.min(255, base[o + 1] * light);
            out[o + 2] = Math.min(255, base[o + 2] * light * (1 - 0.2 * Math.exp(-d / 70)));
          }
        const line = track
            .slice(0, at + 1)
            .filter((_, i) => i % 2 === 0)
            .map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`)
            .join(' '),
          up = Math.round(420 + heightAt(land, area.x + lx * k, area.y + ly * k) * 3.4);
        const over = drawing(
          w,
          h,
          `<defs><radialGradient id="g"><stop offset="0" stop-color="#fff6dc"/><stop offset=".2" stop-color="#ffd48a" stop-opacity=".9"/><stop offset="1" stop-color="#ff7a2b" stop-opacity="0"/></radialGradient></defs><polyline points="${line}" fill="none" stroke="#ff7a2b" stroke-width="3.4" stroke-linejoin="round" stroke-opacity=".9"/><circle cx="${lx}" cy="${ly}" r="26" fill="url(#g)"/><circle cx="${lx}" cy="${ly}" r="4" fill="#fff"/><text x="${w - 34}" y="${h - 58}" text-anchor="end" font-family="Liberation Sans Narrow, Arial Narrow, sans-serif" font-size="56" font-weight="700" fill="#ffd9a0">${up} m</text><text x="${w - 34}" y="${h - 30}" text-anchor="end" font-family="Liberation Sans Narrow, Arial Narrow, sans-serif" font-size="22" fill="#9fe0d4">${(pace(t) * 11.4).toFixed(1)} km</text>`,
        );
        return sharp(out, { raw: { width: w, height: h, channels: 3 } })
          .composite([{ input: Buffer.from(over) }])
          .removeAlpha()
          .raw()
          .toBuffer();
      },
    };
  },
  async 'profile-run'() {
    const w = 960,
      h = 540,
      land = landOf(PROFILES['profile-ultra'].land),
      n = 480,
      heights = Array.from({ length: n }, (_, i) => {
        const a = (i / (n - 1)) * Math.PI * 2;
        return heightAt(land, 900 + Math.cos(a) * 900 + (i / (n - 1)) * 400, 1500 + Math.sin(a) * 800);
      }),
      soft = heights.map((_, i) => {
        let s = 0,
          c = 0;
        for (let k = -6; k <= 6; k++)
          if (heights[i + k] !== undefined) {
            s += heights[i + k];
            c++;
          }
        return s / c;
      }),
      top = Math.max(...soft),
      low = Math.min(...soft) * 0.7;
    // Slow uphill, quick down: the time each step takes is its steepness.
    const cost = soft.map((v, i) => 1 + Math.max(0, v - (soft[i - 1] ?? v)) * 0.9),
      whole = cost.reduce((a, b) => a + b, 0),
      when = [];
    cost.reduce((a, b) => {
      when.push((a + b) / whole);
      return a + b;
    }, 0);
    const seconds = 13,
      x0 = 60,
      x1 = 900,
      X = (i) => x0 + ((x1 - x0) * i) / (n - 1),
      Y = (v) => 450 - ((v - low) / (top - low)) * 320,
      pulse = [];
    for (let t = 0.5; t < seconds - 1;) {
      pulse.push(t, t + 0.16);
      const i = when.findIndex((q) => q >= (t - 0.5) / 11.5),
        up = i > 0 ? soft[Math.min(n - 1, i + 3)] - soft[i] : 0;
      t += 0.72 - clamp(up / 40, -0.1, 0.32);
    }
    return {
      width: w,
      height: h,
      seconds,
      rate: 24,
      crf: 26,
      sound: wav(
        knocks(chord(silence(seconds), [73.4, 110], { gain: 0.03 }), pulse, {
          hz: 52,
          gain: 0.5,
          decay: 16,
          grit: 0.05,
        }),
      ),
      async frameAt(_, t) {
        const part = clamp((t - 0.5) / 11.5),
          i = Math.max(1, when.findIndex((q) => q >= part) === -1 ? n - 1 : when.findIndex((q) => q >= part)),
          line = soft
            .slice(0, i + 1)
            .map((v, k) => `${X(k).toFixed(1)},${Y(v).toFixed(1)}`)
            .join(' '),
          px = X(i),
          py = Y(soft[i]),
          up = soft[Math.min(n - 1, i + 2)] - soft[Math.max(0, i - 2)];
        const ghost = soft.map((v, k) => `${X(k).toFixed(1)},${Y(v).toFixed(1)}`).join(' '),
          rows = [0, 1, 2, 3]
            .map(
              (k) =>
                `<path d="M${x0} ${130 + k * 107} H${x1}" stroke="#f1ecdc" stroke-opacity=".12" stroke-dasharray="3 7"/>`,
            )
            .join('');
        return sharp(
          Buffer.from(
            drawing(
              w,
              h,
              `<defs><linearGradient id="f" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#ff6a2b"/><stop offset="1" stop-color="#5f2414"/></linearGradient></defs><rect width="${w}" height="${h}" fill="#10191a"/>${rows}<polyline points="${ghost}" fill="none" stroke="#f1ecdc" stroke-opacity=".16" stroke-width="2"/><polygon points="${x0},450 ${line} ${px},450" fill="url(#f)" opacity=".82"/><polyline points="${line}" fill="none" stroke="#ffd9b0" stroke-width="4" stroke-linejoin="round"/><path d="M${x0} 450 H${x1}" stroke="#f1ecdc" stroke-width="2"/>${runner(px, py - 2, 46, { phase: t * 15, lean: clamp(0.2 + up * 0.012, 0, 0.5), colour: '#f1ecdc' })}<text x="${x1}" y="92" text-anchor="end" font-family="Liberation Sans Narrow, Arial Narrow, sans-serif" font-size="60" font-weight="700" fill="#f1ecdc">${Math.round(420 + soft[i] * 3.4)} m</text><text x="${x0}" y="490" font-family="Liberation Sans Narrow, Arial Narrow, sans-serif" font-size="24" fill="#f1ecdc" fill-opacity=".7">${((i / n) * 102).toFixed(0)} km</text>`,
            ),
          ),
        )
          .removeAlpha()
          .raw()
          .toBuffer();
      },
    };
  },
  async snowfall() {
    const w = 720,
      h = 1280,
      base = await raw(
        await woodOf({
          ...{ far: '#b5c3d8', near: '#26364a', air: '#c7d2e2', top: '#dbe3ee', snow: 0.9 },
          size: [w, h],
          seed: 17,
          tall: 0.52,
        }),
        w,
        h,
      ),
      R = rng(3),
      flakes = Array.from({ length: 520 }, () => {
        const z = R() ** 1.6;
        return { x: R(), y: R(), z, r: 0.8 + z * 5.2, s: 0.03 + z * 0.11, p: R() * 9 };
      });
    return {
      width: w,
      height: h,
      seconds: 12,
      rate: 24,
      crf: 29,
      sound: wav(wind(silence(12), { gain: 0.05, low: 120, high: 420, period: 7 })),
      async frameAt(_, t) {
        const dots = flakes
          .map(
            ({ x, y, z, r, s, p }) =>
              `<circle cx="${(((((x + t * s * 0.22 + Math.sin(t * 0.8 + p) * 0.012 * (0.4 + z)) % 1) + 1) % 1) * w).toFixed(1)}" cy="${(((y + t * s) % 1) * (h + 20) - 10).toFixed(1)}" r="${r.toFixed(1)}" opacity="${(0.9 - z * 0.45).toFixed(2)}"/>`,
          )
          .join('');
        return sharp(base, { raw: { width: w, height: h, channels: 3 } })
          .composite([{ input: Buffer.from(drawing(w, h, `<g fill="#fff">${dots}</g>`)) }])
          .removeAlpha()
          .raw()
          .toBuffer();
      },
    };
  },
  async 'ridge-run'() {
    const w = 960,
      h = 540,
      seconds = 10,
      R = rng(5),
      grass = Array.from({ length: 900 }, () => [R() * 4200, R()]),
      line = (y, size, rough, seed, at) => {
        let s = '';
        for (let x = 0; x <= w; x += 5)
          s += `${x},${(y - (fbm2((x + at) / size, seed, seed, 6) - 0.5) * rough).toFixed(1)} `;
        return s;
      },
      ground = (x) => 432 - (fbm2(x / 420, 3, 4, 4) - 0.5) * 130 - (fbm2(x / 60, 8, 9, 2) - 0.5) * 8;
    const trees = Array.from({ length: 26 }, (_, k) => [k * 230 + R() * 150, 40 + R() * 70]);
    const steps = Array.from({ length: 24 }, (_, i) => 0.35 + i * 0.42);
    return {
      width: w,
      height: h,
      seconds,
      rate: 24,
      crf: 27,
      sound: wav(
        knocks(wind(silence(seconds), { gain: 0.1, high: 650 }), steps, { hz: 95, gain: 0.2, decay: 30, grit: 1.2 }),
      ),
      async frameAt(_, t) {
        const at = t * 150,
          x = 400,
          wx = x + at,
          y = ground(wx),
          slope = (ground(wx + 20) - ground(wx - 20)) / 40;
        const hills = [
          [330, 520, 190, 5, 0.04, '#c98a7e'],
          [360, 430, 190, 8, 0.08, '#a86d70'],
          [392, 380, 180, 11, 0.16, '#7e4e5e'],
          [420, 300, 150, 14, 0.3, '#50334a'],
        ]
          .map(
            ([yy, size, rough, seed, speed, fill]) =>
              `<polygon points="0,${h} ${line(yy, size, rough, seed, at * speed + seed * 1000)} ${w},${h}" fill="${fill}"/>`,
          )
          .join('');
        let top = '';
        for (let q = 0; q <= w; q += 4) top += `${q},${ground(q + at).toFixed(1)} `;
        const blades = grass
          .filter(([gx]) => gx > at - 10 && gx < at + w + 10)
          .map(([gx, k]) => {
            const sway = Math.sin(t * 3 + gx) * 2;
            return `<path d="M${(gx - at).toFixed(1)} ${(ground(gx) + 2).toFixed(1)} q1 ${-4 - k * 4} ${(3 + sway).toFixed(1)} ${(-6 - k * 10).toFixed(1)}"/>`;
          })
          .join('');
        const rows = trees
          .map(([tx, tall], k) => [tx - at * 0.55, tall, k])
          .filter(([tx]) => tx > -80 && tx < w + 80)
          .map(([tx, tall, k]) => spruce(tx, 448, tall, 70 + k))
          .join('');
        return sharp(
          Buffer.from(
            drawing(
              w,
              h,
              `<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#586aa0"/><stop offset=".42" stop-color="#d99a92"/><stop offset=".72" stop-color="#ffc47a"/></linearGradient><radialGradient id="g"><stop offset="0" stop-color="#fff3d0"/><stop offset=".1" stop-color="#ffe2a0" stop-opacity=".95"/><stop offset=".14" stop-color="#ffcf85" stop-opacity=".5"/><stop offset="1" stop-color="#ffb25e" stop-opacity="0"/></radialGradient></defs><rect width="${w}" height="${h}" fill="url(#s)"/><circle cx="690" cy="250" r="280" fill="url(#g)"/>${hills}<g fill="#33233a">${rows}<polygon points="0,${h} ${line(446, 200, 40, 21, at * 0.55)} ${w},${h}"/></g><polygon points="0,${h} ${top} ${w},${h}" fill="#160e17"/><g stroke="#160e17" stroke-width="1.4" fill="none">${blades}</g>${runner(x, y + 3, 150, { phase: (t - 0.35) * (Math.PI / 0.42) + 0.6, lean: clamp(0.2 - slope * 0.5, 0.05, 0.5), colour: '#160e17' })}`,
            ),
          ),
        )
          .removeAlpha()
          .raw()
          .toBuffer();
      },
    };
  },
};
