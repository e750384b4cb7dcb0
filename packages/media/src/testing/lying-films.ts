import { big } from './film-boxes.ts';
import type { HostileRandom } from './hostile-random.ts';
import type { Traps } from './hostile-texts.ts';

/** Changes of a real film that make it lie, each by the name of the box it touches. */
export function lyingFilm(
  film: Buffer,
  random: HostileRandom,
  { address, canary }: Traps,
): [name: string, bytes: Buffer] {
  const lie = random.pick(lies);
  const bytes = Buffer.from(film);
  return [`film-${lie.name}`, lie.change(bytes, random, { address, canary })];
}

interface Lie {
  readonly name: string;
  change(bytes: Buffer, random: HostileRandom, traps: Traps): Buffer;
}

/** Writes over what comes `offset` bytes after the name of a box. */
function after(bytes: Buffer, type: string, offset: number, value: number): Buffer {
  const at = bytes.indexOf(type, 0, 'latin1');
  if (at !== -1 && at + 4 + offset + 4 <= bytes.length) bytes.writeUInt32BE(value >>> 0, at + 4 + offset);
  return bytes;
}

const lies: readonly Lie[] = [
  {
    name: 'long',
    change: (bytes, random) => after(after(bytes, 'mdhd', 16, random.pick(big)), 'mvhd', 16, random.pick(big)),
  },
  { name: 'timescale', change: (bytes, random) => after(bytes, 'mdhd', 12, random.pick([0, 1, 0xffff_ffff, 7])) },
  { name: 'frames', change: (bytes, random) => after(bytes, 'stts', 8, random.pick(big)) },
  {
    name: 'gaps',
    change: (bytes, random) => after(bytes, 'stts', 12, random.pick([0xffff_ffff, 0x7fff_ffff, 90_000_000, 0])),
  },
  { name: 'samples', change: (bytes, random) => after(bytes, 'stsz', 8, random.pick(big)) },
  { name: 'sample-size', change: (bytes, random) => after(bytes, 'stsz', 4, random.pick(big)) },
  { name: 'chunks', change: (bytes, random) => after(bytes, 'stsc', 12, random.pick(big)) },
  { name: 'offsets', change: (bytes, random) => after(bytes, 'stco', 8, random.pick(big)) },
  {
    name: 'pixels',
    change: (bytes, random) =>
      after(bytes, 'avc1', 24, random.pick([0xffff_ffff, 0x8000_8000, 0x2000_2000, 0x0001_ffff, 0])),
  },
  {
    name: 'track-size',
    change: (bytes, random) => after(after(bytes, 'tkhd', 76, random.pick(big)), 'tkhd', 80, random.pick(big)),
  },
  {
    name: 'matrix',
    change: (bytes, random) => after(after(bytes, 'tkhd', 40, random.pick(big)), 'tkhd', 44, random.pick(big)),
  },
  {
    name: 'edit',
    change: (bytes, random) => after(after(bytes, 'elst', 8, random.pick(big)), 'elst', 12, random.pick(big)),
  },
  {
    name: 'parameter-sets',
    change: (bytes, random) => {
      const at = bytes.indexOf('avcC', 0, 'latin1');
      random.bytes(24).copy(bytes, at + 8);
      return bytes;
    },
  },
  {
    name: 'codec',
    change: (bytes, random) => {
      bytes.write(
        random.pick([
          'hev1',
          'mjpg',
          'raw ',
          'apcn',
          'mp4v',
          'rle ',
          'SVQ3',
          'cvid',
          'png ',
          'av01',
          'vp09',
          'text',
          'drac',
        ]),
        bytes.indexOf('avc1', 100, 'latin1'),
        'latin1',
      );
      return bytes;
    },
  },
  {
    name: 'box-size',
    change: (bytes, random) => {
      const type = random.pick(['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd', 'mdat', 'udta']);
      const at = bytes.indexOf(type, 0, 'latin1');
      if (at >= 4) bytes.writeUInt32BE(random.pick(big) >>> 0, at - 4);
      return bytes;
    },
  },
  {
    name: 'fonts-and-links',
    change: (bytes, random, { address, canary }) => {
      const url = Buffer.from(`${random.pick([address, `file://${canary}`, canary])}\0`);
      const at = bytes.indexOf('dref', 0, 'latin1');
      if (at > 0) {
        bytes.writeUInt32BE(0, at + 16);
        url.copy(bytes, Math.min(at + 20, bytes.length - url.length));
      }
      return bytes;
    },
  },
  {
    name: 'mutated',
    change: (bytes, random) => {
      for (let i = 1 + random.below(40); i > 0; i--) bytes[random.below(bytes.length)] = random.below(256);
      return bytes;
    },
  },
  {
    name: 'mutated-index',
    change: (bytes, random) => {
      const at = Math.max(0, bytes.indexOf('moov', 0, 'latin1'));
      for (let i = 1 + random.below(12); i > 0; i--)
        bytes[at + 8 + random.below(Math.min(1200, bytes.length - at - 8))] = random.below(256);
      return bytes;
    },
  },
  { name: 'cut-off', change: (bytes, random) => bytes.subarray(0, 1 + random.below(bytes.length - 1)) },
  { name: 'doubled', change: (bytes) => Buffer.concat([bytes, bytes]) },
  { name: 'tail', change: (bytes, random) => Buffer.concat([bytes, random.bytes(3000)]) },
  {
    name: 'scrambled',
    change: (bytes, random) => {
      const at = bytes.indexOf('mdat', 0, 'latin1') + 4;
      random.bytes(Math.min(4000, bytes.length - at)).copy(bytes, at);
      return bytes;
    },
  },
];
