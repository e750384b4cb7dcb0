import sharp from 'sharp';
import { disguised, wrapped } from './film-boxes.ts';
import { inventedFilm } from './invented-films.ts';
import { lyingFilm } from './lying-films.ts';
import { heavyPng, hostilePhoto } from './hostile-photos.ts';
import { seededRandom } from './hostile-random.ts';
import { hostileTexts, type Traps } from './hostile-texts.ts';
import { madeFilm } from './made-films.ts';
import { scene } from './made-photos.ts';

export interface HostileFile {
  /** What it tries, and its number. */
  readonly name: string;
  /** What somebody uploads it as. */
  readonly as: 'photo' | 'film';
  readonly bytes: Buffer;
  /** Also shown to the reader of films as if nobody had looked at its first bytes. */
  readonly pastFirstLook: boolean;
}

export interface HostileOptions {
  readonly seed: number;
  readonly count: number;
  readonly traps: Traps;
  /** For making the films that are bent afterwards. */
  readonly folder: string;
}

/** One of each run; it is a second's work to make. */
const heavyNumber = 99;

/** The same files for the same seed, but for what ffmpeg and sharp write of the whole films and photos they begin with. */
export async function* hostileFiles({ seed, count, traps, folder }: HostileOptions): AsyncGenerator<HostileFile> {
  const small = { width: 64, height: 48, seconds: 0.4, rate: 15 };
  const films = [
    await madeFilm(folder, small),
    await madeFilm(folder, { ...small, sound: false, format: 'mov', more: ['-movflags', '+faststart'] }),
    await madeFilm(folder, { ...small, sound: false, more: ['-movflags', '+frag_keyframe+empty_moov'] }),
  ];
  const [photo, png] = [
    await sharp(await scene(160, 120))
      .jpeg()
      .toBuffer(),
    await sharp(await scene(48, 36))
      .png()
      .toBuffer(),
  ];
  for (let number = 0; number < count; number++) {
    const random = seededRandom(seed * 100_003 + number);
    const name = (what: string): string => `${what}-${number}`;
    if (number === heavyNumber) {
      yield { name: name('png-heavy'), as: 'photo', bytes: await heavyPng(), pastFirstLook: false };
      continue;
    }
    const kind = random.below(10);
    if (kind < 6) {
      const [what, text] = random.pick(hostileTexts(traps, number));
      const coat = random.below(10);
      const bytes = Buffer.from(text);
      const as = random.pick(['photo', 'film'] as const);
      // A quarter gets a coat that the first look lets through.
      if (coat === 0) yield { name: name(`${what}-in-boxes`), as: 'film', bytes: wrapped(bytes), pastFirstLook: false };
      else if (coat === 1)
        yield {
          name: name(`${what}-behind-a-brand`),
          as: 'film',
          bytes: disguised(bytes, random.pick(['isom', 'qt  ', 'M4V '])),
          pastFirstLook: false,
        };
      else if (coat === 2 && !/<|%PDF/.test(text))
        yield {
          name: name(`${what}-behind-a-photo`),
          as: 'photo',
          bytes: Buffer.concat([photo.subarray(0, 20), bytes]),
          pastFirstLook: false,
        };
      else yield { name: name(what), as, bytes, pastFirstLook: coat > 7 };
    } else if (kind < 8) {
      const [what, bytes] =
        random.below(4) === 0 ? inventedFilm(random, traps) : lyingFilm(random.pick(films), random, traps);
      yield { name: name(what), as: 'film', bytes, pastFirstLook: false };
    } else {
      const [what, bytes] = hostilePhoto(photo, png, random);
      yield { name: name(what), as: 'photo', bytes, pastFirstLook: false };
    }
  }
}
