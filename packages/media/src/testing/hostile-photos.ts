import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32, createDeflate, deflateSync } from 'node:zlib';
import type { HostileRandom } from './hostile-random.ts';
import { pngChunk } from './png-chunk.ts';

/**
 * 49 megapixels of 16 bits with transparency, interlaced, in some hundred kilobytes: a decoder must hold all of them,
 * 400 MB, before the first row is whole.
 */
export async function heavyPng(): Promise<Buffer> {
  const side = 7000;
  // Adam7: first column, first row, and the steps to the next.
  const passes = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ] as const;
  let left = passes.reduce(
    (sum, [x, y, dx, dy]) => sum + Math.ceil((side - y) / dy) * (1 + Math.ceil((side - x) / dx) * 8),
    0,
  );
  function* rows(): Generator<Buffer> {
    for (const zeros = Buffer.alloc(1 << 20); left > 0; left -= zeros.length)
      yield zeros.subarray(0, Math.min(left, zeros.length));
  }
  const packed = await buffer(Readable.from(rows(), { objectMode: false }).pipe(createDeflate({ level: 1 })));
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([16, 6, 0, 0, 1], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', head),
    pngChunk('IDAT', packed),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Changes of real photos, and photos that never were one. `jpeg` and `png` are small and whole. */
export function hostilePhoto(jpeg: Buffer, png: Buffer, random: HostileRandom): [name: string, bytes: Buffer] {
  const made: (() => [string, Buffer])[] = [
    () => [
      'png-size',
      sized(png, random.pick([1, 7000, 50_000, 0x7fff_ffff]), random.pick([1, 7000, 50_000, 0x7fff_ffff])),
    ],
    () => ['png-depth', header(png, 24, random.pick([0, 3, 16, 32]), random.pick([0, 1, 3, 6, 7]))],
    () => [
      'png-profile',
      inserted(png, pngChunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(40_000_000))]))),
    ],
    () => [
      'png-notes',
      inserted(
        png,
        ...Array.from({ length: 60 }, () =>
          pngChunk('zTXt', Buffer.concat([Buffer.from('k\0\0'), deflateSync(Buffer.alloc(5_000_000))])),
        ),
      ),
    ],
    () => ['png-exif', inserted(png, pngChunk('eXIf', random.bytes(4000)))],
    () => [
      'png-pixels-bomb',
      Buffer.concat([
        sized(png, 7000, 7000).subarray(0, 33),
        pngChunk('IDAT', deflateSync(Buffer.alloc(60_000_000))),
        pngChunk('IEND', Buffer.alloc(0)),
      ]),
    ],
    () => [
      'png-endless-chunks',
      Buffer.concat([
        png.subarray(0, 33),
        ...Array.from({ length: 20_000 }, () => pngChunk('tEXt', Buffer.from('a\0b'))),
      ]),
    ],
    () => ['jpeg-size', frameSized(jpeg, random.pick([1, 7000, 65_500, 0]), random.pick([1, 7000, 65_500, 0]))],
    () => [
      'jpeg-scans',
      Buffer.concat([
        jpeg.subarray(0, -2),
        ...Array.from({ length: 3000 }, () => Buffer.from('ffda0008010100003f00ff00', 'hex')),
        jpeg.subarray(-2),
      ]),
    ],
    () => [
      'jpeg-exif',
      Buffer.concat([
        jpeg.subarray(0, 2),
        segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0MM\0*\0\0\0\b'), random.bytes(2000)])),
        jpeg.subarray(2),
      ]),
    ],
    () => [
      'jpeg-profile',
      Buffer.concat([
        jpeg.subarray(0, 2),
        ...Array.from({ length: 100 }, (_, i) =>
          segment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0'), Buffer.from([i + 1, 100]), random.bytes(500)])),
        ),
        jpeg.subarray(2),
      ]),
    ],
    () => [
      'jpeg-thumbnail',
      Buffer.concat([
        jpeg.subarray(0, 2),
        segment(0xe0, Buffer.concat([Buffer.from('JFXX\0\x10'), jpeg.subarray(0, 2000)])),
        jpeg.subarray(2),
      ]),
    ],
    ...[jpeg, png].flatMap((photo, i): (() => [string, Buffer])[] => [
      () => [`photo-${i}-mutated`, mutated(photo, random)],
      () => [`photo-${i}-mutated-head`, mutated(photo, random, 300)],
      () => [`photo-${i}-cut-off`, photo.subarray(0, 1 + random.below(photo.length - 1))],
      () => [`photo-${i}-repeated`, Buffer.concat([photo, photo])],
      () => [`photo-${i}-in-photo`, Buffer.concat([photo.subarray(0, 60), photo])],
      () => [
        `photo-${i}-markup`,
        Buffer.concat([
          photo.subarray(0, 40),
          Buffer.from('<script>fetch("/")</script><svg onload=x>'),
          photo.subarray(40),
        ]),
      ],
      () => [`photo-${i}-archive`, Buffer.concat([photo, Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex')])],
    ]),
  ];
  return random.pick(made)();
}

function mutated(photo: Buffer, random: HostileRandom, within = photo.length): Buffer {
  const bytes = Buffer.from(photo);
  for (let i = 1 + random.below(20); i > 0; i--)
    bytes[16 + random.below(Math.min(within, bytes.length - 16))] = random.below(256);
  return bytes;
}

function sized(png: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(png);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return summed(bytes);
}

function header(png: Buffer, at: number, ...values: number[]): Buffer {
  const bytes = Buffer.from(png);
  Buffer.from(values).copy(bytes, at);
  return summed(bytes);
}

function summed(png: Buffer): Buffer {
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

const inserted = (png: Buffer, ...chunks: Buffer[]): Buffer =>
  Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);

function segment(marker: number, data: Buffer): Buffer {
  const length = data.length + 2;
  return Buffer.concat([Buffer.from([0xff, marker, length >> 8, length & 0xff]), data]);
}

/** Height and width lie three bytes after the length of the frame's header. */
function frameSized(jpeg: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(jpeg);
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1]!;
    if (marker < 0xc0 || marker > 0xc2) continue;
    bytes.writeUInt16BE(height, at + 5);
    bytes.writeUInt16BE(width, at + 7);
    break;
  }
  return bytes;
}
