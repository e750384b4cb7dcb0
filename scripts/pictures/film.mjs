/**
 * The musician's banner as a film of twelve seconds that loops: the lamps of the rack breathe in three groups, and
 * there is a patch to hear. `node scripts/pictures/film.mjs`; needs ffmpeg in the path.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { develop } from './patch/film.mjs';
import { h2 } from './patch/noise.mjs';
import { rack } from './patch/rack.mjs';
import { BANNERS } from './patch/racks.mjs';
import { loopOfSound } from './patch/loop-of-sound.mjs';

const SECONDS = 12,
  RATE = 20;
const films = [
  ['hero', { ...BANNERS.wide, W: 1360, H: 768 }, 1280, 720],
  ['hero-tall', { ...BANNERS.tall, W: 740, H: 1028 }, 648, 900],
];
const folder = mkdtempSync(join(tmpdir(), 'film-')),
  sound = join(folder, 'sound.wav');
writeFileSync(sound, loopOfSound(SECONDS));

for (const [name, view, width, height] of films) {
  // Lamps of one group at full strength, the others at rest; a frame is a mixture of the three.
  const states = [];
  for (const group of [0, 1, 2]) {
    const image = await develop(
      rack({ ...view, lamp: (i, j) => (Math.floor(h2(i, j, 63) * 3) === group ? 1.75 : 0.2) }),
      { w: width, thr: 0.75, bloom: 0.85, vig: 0.6, grain: 0.012 },
    );
    states.push(await image.resize(width, height, { fit: 'cover' }).removeAlpha().raw().toBuffer());
  }
  await encode(`tenants/patch/brand/${name}.mp4`, width, height, (second) => {
    const turn = (second / SECONDS) * Math.PI * 2,
      w = [0, 1, 2].map((k) => 0.5 + 0.5 * Math.cos(turn * (k === 1 ? 3 : 2) + (k * Math.PI * 2) / 3) + 0.12),
      sum = w[0] + w[1] + w[2];
    const frame = Buffer.alloc(width * height * 3);
    for (let i = 0; i < frame.length; i++)
      frame[i] = (states[0][i] * w[0] + states[1][i] * w[1] + states[2][i] * w[2]) / sum + 0.5;
    return frame;
  });
  console.log(`${name}.mp4`);
}
rmSync(folder, { recursive: true });

async function encode(file, width, height, frameAt) {
  const ffmpeg = spawn(
    'ffmpeg',
    [
      '-y',
      '-loglevel',
      'error',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgb24',
      '-s',
      `${width}x${height}`,
      '-r',
      `${RATE}`,
      '-i',
      '-',
      '-i',
      sound,
      '-c:v',
      'libx264',
      '-preset',
      'slow',
      '-crf',
      '29',
      '-pix_fmt',
      'yuv420p',
      '-g',
      `${RATE * SECONDS}`,
      '-c:a',
      'aac',
      '-b:a',
      '56k',
      '-t',
      `${SECONDS}`,
      '-movflags',
      '+faststart',
      '-map_metadata',
      '-1',
      file,
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
  const ended = new Promise((done, fail) =>
    ffmpeg.on('close', (code) => (code === 0 ? done() : fail(new Error(`ffmpeg ended with ${code}.`)))),
  );
  for (let n = 0; n < SECONDS * RATE; n++)
    if (!ffmpeg.stdin.write(frameAt(n / RATE)))
      await new Promise((done) => {
        ffmpeg.stdin.once('drain', done);
      });
  ffmpeg.stdin.end();
  await ended;
}
