/** Quiet beds of sound for the films: wind, a pulse, steps, rain and thunder, a slow chord. WAV, 16 bit, two channels. */
import { rng } from '../maths.mjs';

const HZ = 44_100,
  TAU = Math.PI * 2;
export const silence = (seconds) => ({
  left: new Float32Array(seconds * HZ),
  right: new Float32Array(seconds * HZ),
  seconds,
});

/** Moving air: noise through a filter that opens and closes. */
export function wind(bed, { gain = 0.16, low = 180, high = 900, seed = 1, period = 5 } = {}) {
  for (const [side, s] of [
    [bed.left, seed],
    [bed.right, seed + 9],
  ]) {
    const R = rng(s);
    let a = 0,
      b = 0;
    for (let i = 0; i < side.length; i++) {
      const t = i / HZ,
        open = 0.5 + 0.28 * Math.sin((TAU * t) / period + s) + 0.22 * Math.sin((TAU * t * 2.7) / period + s * 2),
        k = 1 - Math.exp((-TAU * (low + (high - low) * open * open)) / HZ);
      a += k * (R() * 2 - 1 - a);
      b += k * (a - b);
      side[i] += b * gain * (0.35 + open) * 3;
    }
  }
  return bed;
}
/** A low chord that swells. */
export function chord(bed, notes, { gain = 0.05, swell = 0.5 } = {}) {
  for (const [n, hz] of notes.entries())
    for (let i = 0; i < bed.left.length; i++) {
      const t = i / HZ,
        part = t / bed.seconds,
        v =
          gain *
          Math.sin(Math.PI * Math.min(1, part * 1.02)) ** swell *
          (0.6 + 0.4 * Math.sin(TAU * t * 0.13 * (n + 1))) *
          (Math.sin(TAU * hz * t) + 0.3 * Math.sin(TAU * hz * 2.003 * t)),
        pan = 0.3 + 0.4 * (n / Math.max(1, notes.length - 1));
      bed.left[i] += v * (1 - pan);
      bed.right[i] += v * pan;
    }
  return bed;
}
/** Single knocks at given seconds: steps, a pulse. */
export function knocks(bed, times, { hz = 70, gain = 0.4, decay = 22, grit = 0.3, seed = 4 } = {}) {
  const R = rng(seed);
  for (const [n, at] of times.entries())
    for (let i = 0; i < HZ * 0.35; i++) {
      const o = Math.floor(at * HZ) + i,
        t = i / HZ;
      if (o < 0 || o >= bed.left.length) continue;
      const v =
          gain * Math.exp(-t * decay) * (Math.sin(TAU * hz * t * (1 - t)) + grit * (R() * 2 - 1) * Math.exp(-t * 30)),
        pan = n % 2 ? 0.42 : 0.58;
      bed.left[o] += v * (1 - pan) * 1.6;
      bed.right[o] += v * pan * 1.6;
    }
  return bed;
}
/** A long low roll after lightning. */
export function thunder(bed, at, { gain = 0.6, seed = 6 } = {}) {
  for (const [side, s] of [
    [bed.left, seed],
    [bed.right, seed + 3],
  ]) {
    const R = rng(s);
    let a = 0,
      b = 0;
    for (let i = Math.floor(at * HZ); i < side.length; i++) {
      const t = i / HZ - at;
      a += 0.012 * (R() * 2 - 1 - a);
      b += 0.05 * (a - b);
      side[i] += b * gain * 14 * Math.min(1, t * 4) * Math.exp(-t * 0.75) * (0.6 + 0.4 * Math.sin(t * 9 + s));
    }
  }
  return bed;
}
/** The bed as a file's bytes, faded in and out unless it loops. */
export function wav({ left, right }, { fade = 0.6 } = {}) {
  const n = left.length,
    out = Buffer.alloc(44 + n * 4);
  out.write('RIFF', 0);
  out.writeUInt32LE(36 + n * 4, 4);
  out.write('WAVEfmt ', 8);
  out.writeUInt32LE(16, 16);
  out.writeUInt16LE(1, 20);
  out.writeUInt16LE(2, 22);
  out.writeUInt32LE(HZ, 24);
  out.writeUInt32LE(HZ * 4, 28);
  out.writeUInt16LE(4, 32);
  out.writeUInt16LE(16, 34);
  out.write('data', 36);
  out.writeUInt32LE(n * 4, 40);
  for (let i = 0; i < n; i++) {
    const f = fade ? Math.min(1, i / (fade * HZ), (n - i) / (fade * HZ)) : 1;
    out.writeInt16LE(Math.round(Math.tanh(left[i] * f * 1.2) * 30_000), 44 + i * 4);
    out.writeInt16LE(Math.round(Math.tanh(right[i] * f * 1.2) * 30_000), 46 + i * 4);
  }
  return out;
}
