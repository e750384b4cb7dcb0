/** Frames to a film: H.264 that plays everywhere, its index in front, no word of where it was made. Needs ffmpeg in the path. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * `frameAt(n, seconds)` gives RGB bytes (or a promise of them). `smooth` puts that many frames
 * in the place of one, each a mixture of its neighbours. `sound`: bytes of a WAV.
 */
export async function encode(file, { width, height, seconds, rate = 20, smooth = 1, crf = 28, sound = null, frameAt }) {
  const folder = mkdtempSync(join(tmpdir(), 'film-')),
    wav = join(folder, 'sound.wav');
  if (sound) writeFileSync(wav, sound);
  const args = [
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
    `${rate}`,
    '-i',
    '-',
    ...(sound ? ['-i', wav] : []),
    ...(smooth > 1 ? ['-vf', `framerate=fps=${rate * smooth}:interp_start=0:interp_end=255:scene=100`] : []),
    '-c:v',
    'libx264',
    '-preset',
    'slow',
    '-tune',
    'film',
    '-crf',
    `${crf}`,
    '-pix_fmt',
    'yuv420p',
    '-g',
    '48',
    ...(sound ? ['-c:a', 'aac', '-b:a', '72k', '-shortest'] : []),
    '-movflags',
    '+faststart',
    '-map_metadata',
    '-1',
    file,
  ];
  const ffmpeg = spawn('ffmpeg', args, { stdio: ['pipe', 'inherit', 'inherit'] });
  const ended = new Promise((done, fail) => {
    ffmpeg.on('close', (code) => (code === 0 ? done() : fail(new Error(`ffmpeg ended with ${code}.`))));
  });
  for (let n = 0; n < Math.round(seconds * rate); n++)
    if (!ffmpeg.stdin.write(await frameAt(n, n / rate)))
      await new Promise((done) => {
        ffmpeg.stdin.once('drain', done);
      });
  ffmpeg.stdin.end();
  await ended;
  rmSync(folder, { recursive: true });
  return statSync(file).size;
}
