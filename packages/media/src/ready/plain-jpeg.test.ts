import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { scene, withLocation } from '../testing/made-photos.ts';
import { plainJpegSize } from './plain-jpeg.ts';

let photo: Buffer;
let plain: Buffer;
beforeAll(async () => {
  photo = await scene(120, 90);
  plain = await sharp(photo).jpeg({ progressive: true }).toBuffer();
});

it('a progressive JPEG of nothing but its picture has its size', async () => {
  expect(plainJpegSize(plain)).toEqual({ width: 120, height: 90 });
  const mozjpeg = await sharp(photo).jpeg({ quality: 88, mozjpeg: true }).toBuffer();
  expect(plainJpegSize(mozjpeg)).toEqual({ width: 120, height: 90 });
});

/** Between its first two scans, where few look. */
const betweenScans = (): number => {
  const first = plain.indexOf(Buffer.from([0xff, 0xda]));
  const next = plain.indexOf(Buffer.from([0xff, 0xc4]), first);
  if (first < 0 || next < 0) throw new Error('the photo has one scan');
  return next;
};
const comment = Buffer.from([0xff, 0xfe, 0, 6, 0x68, 0x65, 0x72, 0x65]);
const inserted = (at: number, more: Buffer): Buffer => Buffer.concat([plain.subarray(0, at), more, plain.subarray(at)]);

describe('there is none for a file', () => {
  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ['that is no JPEG', () => photo],
    ['that is empty', () => Buffer.alloc(0)],
    ['with a place and a camera', () => withLocation(photo)],
    ['with a profile of colours', () => sharp(photo).jpeg({ progressive: true }).withIccProfile('p3').toBuffer()],
    ['with a comment before its picture', () => inserted(2, comment)],
    ['with a comment between two scans', () => inserted(betweenScans(), comment)],
    ['with bytes after its end', () => Buffer.concat([plain, Buffer.from('more')])],
    ['that is cut off', () => plain.subarray(0, -2)],
    ['that is not progressive', () => sharp(photo).jpeg().toBuffer()],
    ['without colours', () => sharp(photo).toColourspace('b-w').jpeg({ progressive: true }).toBuffer()],
  ])('%s', async (_what, make) => {
    expect(plainJpegSize(await make())).toBeNull();
  });
});
