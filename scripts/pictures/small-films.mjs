/**
 * A film or two for the potter and the musician: a bowl on the wheel, the fire behind the peephole; two voices drawn by
 * a beam that is the sound itself. `node scripts/pictures/small-films.mjs [name …] [--draft]`; needs ffmpeg.
 */
import sharp from 'sharp';
import { encode } from './encode.mjs';
import { clamp, lin, mix, ss } from './maths.mjs';
import { fbm2, n2 } from './patch/noise.mjs';
import { graticule, plot } from './patch/phosphor.mjs';
import { develop, frameOf } from './ridge/develop.mjs';
import { knocks, silence, wav, wind } from './ridge/sounds.mjs';

const HZ = 44_100,
  TAU = Math.PI * 2;
/** A bed of sound from a function of the sample's second: [left, right]. */
const heard = (seconds, at) => {
  const bed = silence(seconds);
  for (let i = 0; i < bed.left.length; i++) [bed.left[i], bed.right[i]] = at(i / HZ);
  return bed;
};

const FILMS = {
  /** From above: rings that the fingers left, slip that runs round, the light that stays where it is. */
  'wheel-turning': () => {
    const w = 720,
      h = 540,
      cx = 360,
      cy = 276,
      clay = lin('#b98a63'),
      wet = lin('#8a5a3c'),
      bat = lin('#4a4038'),
      pan = lin('#d9cdb8');
    return {
      site: 'clay',
      width: w,
      height: h,
      seconds: 8,
      rate: 15,
      crf: 25,
      sound: wav(knocks(wind(silence(8), { gain: 0.05, low: 90, high: 260, period: 1.1 }), [], {})),
      frameAt(n, t) {
        const f = frameOf(w, h),
          turn = t * TAU * 0.9,
          open = 0.52 + 0.1 * ss(0, 7, t),
          thin = 0.1 - 0.025 * ss(0, 7, t);
        for (let y = 0; y < h; y++)
          for (let x = 0; x < w; x++) {
            const dx = (x - cx) / 240,
              dy = ((y - cy) / 240) * 1.12,
              r = Math.hypot(dx, dy),
              a = Math.atan2(dy, dx),
              b = a - turn,
              wobble = 0.012 * Math.sin(b) + 0.006 * Math.sin(b * 2 + 1),
              R = r + wobble,
              side = Math.cos(a + 2.2);
            let c;
            if (R > 1.22)
              c = pan.map(
                (v) => v * (0.34 + 0.2 * fbm2(x / 160, y / 160, 3, 4)) * (1 - 0.5 * Math.exp(-(R - 1.22) * 9)),
              );
            else if (R > open + thin * 2 + 0.34) {
              const ring = 0.5 + 0.5 * Math.sin(R * 130),
                slip = ss(0.56, 0.75, n2(b * 2.6 + 9, R * 9, 4));
              c = mix(
                bat.map((v) => v * (0.5 + 0.16 * ring)),
                wet,
                slip * 0.75,
              ).map((v) => v * (0.7 + 0.4 * Math.max(0, side)));
            } else {
              const inside = R < open,
                wall = R >= open && R < open + thin,
                slope = inside ? -ss(0.1, open, R) * 0.9 : wall ? ((R - open - thin / 2) / thin) * 1.6 : 0.85,
                spiral = Math.sin((inside ? R * 62 : R * 88) - b * 1) * (inside ? 0.2 : 0.16) * ss(0.06, 0.2, R),
                grit = (n2(b * 40 * Math.max(0.2, R), R * 90, 6) - 0.5) * 0.12,
                streak = ss(0.6, 0.8, n2(b * 1.6, R * 5, 11)) * 0.22;
              const tilt = slope + spiral,
                light = clamp(0.62 + 0.5 * tilt * side + grit),
                deep = inside ? 0.5 + 0.5 * ss(-0.1, open * 1.15, R) : 1,
                shine =
                  Math.max(0, 1 - Math.abs(tilt * 1.4 - side * 1.2) * 1.1) ** 9 *
                  (wall ? 0.7 : inside ? 0.1 : 0.34) *
                  (0.6 + 0.6 * n2(b * 12, R * 30, 8));
              c = mix(clay, wet, clamp(streak + (inside ? 0.25 : 0))).map((v) => v * light * deep * 1.15 + shine);
            }
            const o = (y * w + x) * 3,
              shadow = 1 - 0.35 * ss(0.2, 1.2, (x / w) * 0.7 + (y / h) * 0.7 - 0.2);
            f.d[o] = c[0] * shadow;
            f.d[o + 1] = c[1] * shadow;
            f.d[o + 2] = c[2] * shadow;
          }
        return develop(f, { bloom: 0.15, grain: 0, edge: 0.4 });
      },
    };
  },
  /** The traced picture, breathing: heat bends it, the fire draws and lets go. */
  peephole: async () => {
    const w = 720,
      h = 540,
      base = await sharp('tenants/clay/content/media/kiln-glow.jpg')
        .resize(w, h, { fit: 'cover' })
        .removeAlpha()
        .raw()
        .toBuffer();
    return {
      site: 'clay',
      width: w,
      height: h,
      seconds: 9,
      rate: 15,
      crf: 26,
      sound: wav(wind(silence(9), { gain: 0.34, low: 60, high: 340, period: 2.2 })),
      frameAt(n, t) {
        const out = Buffer.alloc(base.length),
          breath = 0.94 + 0.1 * Math.sin(t * 2.1) + 0.06 * (n2(t * 3, 1, 5) - 0.5);
        for (let y = 0; y < h; y++)
          for (let x = 0; x < w; x++) {
            const u = x / 68,
              v = y / 52 + t * 1.6,
              bx = (n2(u, v, 3) - 0.5) * 8,
              by = (n2(u + 9, v, 4) - 0.5) * 6,
              sx = clamp(Math.round(x + bx), 0, w - 1),
              sy = clamp(Math.round(y + by), 0, h - 1),
              s = (sy * w + sx) * 3,
              o = (y * w + x) * 3,
              hot = base[s] / 255,
              lick = 0.82 + 0.42 * n2(x / 98, y / 82 + t * 2.2, 8) * hot;
            out[o] = Math.min(255, base[s] * breath * (0.88 + 0.16 * lick));
            out[o + 1] = Math.min(255, base[s + 1] * breath * lick);
            out[o + 2] = Math.min(255, base[s + 2] * breath * lick * 0.96);
          }
        return out;
      },
    };
  },
  /** Left is across, right is up: the figure is what is heard. */
  'two-voices': () => {
    const w = 720,
      h = 540,
      seconds = 10,
      voice = (t) => {
        const k = ss(0, 10, t),
          env = Math.min(1, t * 1.2, (seconds - t) * 1.2),
          p = TAU * 110 * t,
          bend = 0.45 * Math.sin(TAU * t * 0.11);
        return [
          env * 0.42 * (Math.sin(p * 2 + bend) + 0.35 * k * Math.sin(p * 6 + t)),
          env * 0.42 * (Math.sin(p * 3 + TAU * t * 0.23) + 0.3 * k * Math.sin(p * 5 - t * 1.3)),
        ];
      },
      glow = frameOf(w, h);
    return {
      site: 'patch',
      width: w,
      height: h,
      seconds,
      rate: 20,
      crf: 28,
      sound: wav(heard(seconds, voice), { fade: 0.1 }),
      frameAt(n, t) {
        for (let i = 0; i < glow.d.length; i++) glow.d[i] *= 0.62;
        const points = [];
        for (let i = 0; i < 1100; i++) {
          const [x, y] = voice(t + i / 1100 / 20);
          points.push([w / 2 + x * 420, h / 2 - y * 420]);
        }
        plot(glow, points, [0.93, 1, 0.2], { width: 1.15, gain: 0.5 });
        const f = { ...glow, d: glow.d.slice() };
        graticule(f, 45);
        return develop(f, { bloom: 0.9, from: 0.25, grain: 0, edge: 0.5 });
      },
    };
  },
  /** A triangle goes into a folder, slowly, until it barks. */
  folding: () => {
    const w = 720,
      h = 540,
      seconds = 10,
      hz = 55,
      tri = (p) => (2 / Math.PI) * Math.asin(Math.sin(p)),
      drive = (t) => 0.6 + 5.2 * ss(0.5, 9, t) + 0.5 * Math.sin(TAU * t * 0.7),
      fold = (t) => Math.sin(tri(TAU * hz * t) * drive(t) * 1.7),
      env = (t) => Math.min(1, t * 2, (seconds - t) * 1.5);
    let low = 0;
    const bed = heard(seconds, (t) => {
      const v = fold(t) * env(t) * 0.3;
      low += 0.22 * (v - low);
      return [low + 0.1 * tri(TAU * hz * 0.5 * t) * env(t), low + 0.1 * tri(TAU * hz * 0.5 * t + 1) * env(t)];
    });
    return {
      site: 'patch',
      width: w,
      height: h,
      seconds,
      rate: 15,
      crf: 26,
      sound: wav(bed, { fade: 0.1 }),
      frameAt(n, t) {
        const f = frameOf(w, h),
          from = Math.floor(t * hz) / hz,
          span = 3.2 / hz;
        graticule(f, 45);
        const line = (at, colour, y, tall) =>
          plot(
            f,
            Array.from({ length: w }, (_, i) => [i, (y - tall * at(from + (i / w) * span)) * 0.75]),
            colour,
            { width: 1.5, gain: 1.5 },
          );
        line((s) => tri(TAU * hz * s), [0.25, 0.55, 1], 170, 70);
        line((s) => Math.sin(tri(TAU * hz * s) * drive(t) * 1.7), [0.93, 1, 0.2], 400, 130);
        line((s) => Math.sin(tri(TAU * hz * s) * drive(t) * 1.7) - tri(TAU * hz * s), [1, 0.32, 0.2], 600, 48);
        return develop(f, { bloom: 0.8, from: 0.3, grain: 0, edge: 0.5 });
      },
    };
  },
};

const args = process.argv.slice(2),
  draft = args.includes('--draft'),
  names = args.filter((a) => !a.startsWith('--'));
for (const name of names.length ? names : Object.keys(FILMS)) {
  const film = await FILMS[name](),
    bytes = await encode(
      `${draft ? '/tmp' : `tenants/${film.site}/content/media`}/${name}.mp4`,
      draft ? { ...film, seconds: 1.2 } : film,
    );
  console.log(`${name}  ${Math.round(bytes / 1024)} KB`);
}
