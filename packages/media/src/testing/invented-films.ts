import { deflateSync } from 'node:zlib';
import { big, box, brand, number32 } from './film-boxes.ts';
import type { HostileRandom } from './hostile-random.ts';
import type { Traps } from './hostile-texts.ts';

/** Films that never were one. */
export function inventedFilm(random: HostileRandom, { address, canary }: Traps): [name: string, bytes: Buffer] {
  const made: (() => [string, Buffer])[] = [
    () => [
      'film-nested',
      Buffer.concat([brand(), nested(random.pick(['moov', 'trak', 'udta', 'meta']), 20_000), box('mdat', 'x')]),
    ],
    () => [
      'film-many-boxes',
      Buffer.concat([
        brand(),
        ...Array.from({ length: 30_000 }, () => box('free')),
        box('moov', box('mvhd', Buffer.alloc(100))),
      ]),
    ],
    () => [
      'film-many-tracks',
      Buffer.concat([
        brand(),
        box(
          'moov',
          box('mvhd', Buffer.alloc(100)),
          ...Array.from({ length: 3000 }, () =>
            box(
              'trak',
              box('tkhd', Buffer.alloc(84)),
              box('mdia', box('mdhd', Buffer.alloc(24)), box('hdlr', Buffer.alloc(8), 'vide', Buffer.alloc(12))),
            ),
          ),
        ),
      ]),
    ],
    () => [
      'film-packed-index',
      Buffer.concat([
        brand('qt  '),
        box(
          'moov',
          box('cmov', box('dcom', 'zlib'), box('cmvd', number32(0x3fff_ffff), deflateSync(Buffer.alloc(8_000_000)))),
        ),
        box('mdat', 'x'),
      ]),
    ],
    () => [
      'film-reference',
      Buffer.concat([
        brand('qt  '),
        box(
          'moov',
          box('rmra', box('rmda', box('rdrf', number32(0), 'url ', number32(address.length + 1), `${address}\0`))),
        ),
        box('mdat', 'x'),
      ]),
    ],
    () => [
      'film-notes',
      Buffer.concat([
        brand(),
        box(
          'moov',
          box(
            'udta',
            box('\xa9xyz', Buffer.alloc(2_000_000, 65)),
            box('meta', number32(0), box('ilst', box('covr', box('data', number32(13), number32(0), canary)))),
          ),
        ),
        box('mdat', 'x'),
      ]),
    ],
    () => [
      'film-no-end',
      Buffer.concat([brand(), Buffer.from('00000000', 'hex'), Buffer.from('moov'), random.bytes(500)]),
    ],
    () => [
      'film-64-bit',
      Buffer.concat([brand(), Buffer.from('000000016d6f6f76ffffffffffffffff', 'hex'), random.bytes(100)]),
    ],
    () => [
      'film-noise',
      Buffer.concat([
        brand(random.pick(['isom', 'qt  ', 'M4V ', 'dash'])),
        box('moov', random.bytes(2000)),
        box('mdat', random.bytes(2000)),
      ]),
    ],
    () => [
      'film-fragments',
      Buffer.concat([
        brand(),
        box('moov', box('mvhd', Buffer.alloc(100)), box('mvex', box('trex', Buffer.alloc(24)))),
        ...Array.from({ length: 2000 }, (_, i) =>
          box(
            'moof',
            box('mfhd', number32(0), number32(i)),
            box(
              'traf',
              box('tfhd', number32(0x20000), number32(1)),
              box('trun', number32(0x100), number32(random.pick(big)), random.bytes(64)),
            ),
          ),
        ),
      ]),
    ],
  ];
  return random.pick(made)();
}

function nested(type: string, depth: number): Buffer {
  const bytes = Buffer.alloc(depth * 8);
  for (let i = 0; i < depth; i++) {
    bytes.writeUInt32BE((depth - i) * 8, i * 8);
    bytes.write(type, i * 8 + 4, 'latin1');
  }
  return Buffer.concat([box('moov', bytes)]);
}
