/** A slow patch that ends where it begins: a drone, five plucked notes and their echoes. */
import { rng } from '../maths.mjs';

const HZ = 48_000;

/** A WAV file, 16 bit, two channels. Every period divides the length, and echoes run on into the beginning. */
export function loopOfSound(seconds) {
  const n = seconds * HZ,
    left = new Float32Array(n),
    right = new Float32Array(n),
    R = rng(5);
  const whole = (hz) => Math.round(hz * seconds) / seconds,
    TAU = Math.PI * 2;
  for (const [hz, gain, pan] of [
    [55, 0.16, 0.5],
    [55.25, 0.12, 0.3],
    [82.4, 0.07, 0.7],
    [110.08, 0.05, 0.4],
  ]) {
    const f = whole(hz);
    for (let i = 0; i < n; i++) {
      const t = i / HZ,
        open = 0.5 + 0.5 * Math.sin(TAU * (t / seconds) * 2 + hz),
        v =
          gain *
          (Math.sin(TAU * f * t) +
            open * 0.4 * Math.sin(TAU * f * 2 * t) +
            open ** 2 * 0.22 * Math.sin(TAU * f * 3 * t));
      left[i] += v * (1 - pan);
      right[i] += v * pan;
    }
  }
  const scale = [220, 246.94, 329.63, 369.99, 440, 493.88];
  for (let k = 0; k < 14; k++) {
    const at = Math.floor((((k * 5) % 24) / 24) * n + R() * 900),
      f = scale[Math.floor(R() * scale.length)] * (R() > 0.75 ? 2 : 1),
      pan = 0.25 + R() * 0.5,
      gain = 0.06 + R() * 0.05;
    for (let echo = 0; echo < 4; echo++)
      for (let i = 0; i < HZ * 1.6; i++) {
        const t = i / HZ,
          to = (at + Math.floor(echo * 0.75 * HZ) + i) % n,
          v =
            gain *
            0.52 ** echo *
            Math.min(1, t * 260) *
            Math.exp(-t * (3.2 + echo)) *
            Math.sin(TAU * f * t + 1.2 * Math.exp(-t * 9) * Math.sin(TAU * f * 2 * t));
        const side = echo % 2 ? 1 - pan : pan;
        left[to] += v * (1 - side);
        right[to] += v * side;
      }
  }
  const wav = Buffer.alloc(44 + n * 4);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + n * 4, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(2, 22);
  wav.writeUInt32LE(HZ, 24);
  wav.writeUInt32LE(HZ * 4, 28);
  wav.writeUInt16LE(4, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(n * 4, 40);
  for (let i = 0; i < n; i++) {
    wav.writeInt16LE(Math.round(Math.tanh(left[i] * 1.4) * 30_000), 44 + i * 4);
    wav.writeInt16LE(Math.round(Math.tanh(right[i] * 1.4) * 30_000), 46 + i * 4);
  }
  return wav;
}
