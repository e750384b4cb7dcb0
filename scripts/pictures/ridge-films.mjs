/** The trail runner's films. `node scripts/pictures/ridge-films.mjs [name …] [--draft] [--out folder]`; needs ffmpeg. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from './encode.mjs';
import { DRAWN } from './ridge/drawn-films.mjs';
import { FILMS } from './ridge/films.mjs';

const all = { ...FILMS, ...DRAWN },
  args = process.argv.slice(2),
  out = args.includes('--out') ? args.splice(args.indexOf('--out'), 2)[1] : null,
  draft = args.includes('--draft'),
  names = args.filter((a) => !a.startsWith('--'));
for (const name of names.length ? names : Object.keys(all)) {
  const started = Date.now(),
    film = await all[name](),
    folder = out ?? `tenants/ridge/${film.brand ? 'brand' : 'content/media'}`;
  mkdirSync(folder, { recursive: true });
  const bytes = await encode(
    join(folder, `${name}.mp4`),
    draft ? { ...film, seconds: Math.min(film.seconds, 2) } : film,
  );
  console.log(`${name}  ${((Date.now() - started) / 1000).toFixed(0)} s  ${Math.round(bytes / 1024)} KB`);
}
