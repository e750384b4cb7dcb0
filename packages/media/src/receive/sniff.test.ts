import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { scene } from '../testing/made-photos.ts';
import { sniff, sniffFile, type Sniffed } from './sniff.ts';

const text = (value: string): Sniffed => sniff(Buffer.from(value, 'latin1'));
const box = (brand: string, ...also: string[]): string =>
  `\0\0\0${String.fromCharCode(16 + also.length * 4)}ftyp${brand}\0\0\0\0${also.join('')}`;

describe('what a file is', () => {
  it('is read from its bytes: PNG and JPEG are photos', async () => {
    const png = await scene(20, 20);
    expect(sniff(png)).toEqual({ kind: 'photo', contentType: 'image/png' });
    expect(sniff(await sharp(png).jpeg().toBuffer())).toEqual({ kind: 'photo', contentType: 'image/jpeg' });
  });

  it.each([
    ['isom', 'video/mp4'],
    ['mp42', 'video/mp4'],
    ['M4V ', 'video/mp4'],
    ['avc1', 'video/mp4'],
    ['qt  ', 'video/quicktime'],
  ])('with the brand %j is %s', (brand, contentType) => {
    expect(text(box(brand))).toEqual({ kind: 'video', contentType });
  });

  it.each([
    ['XAVC', ['XAVC', 'mp42', 'iso2']],
    ['CAEP', ['mp42', 'CAEP']],
    ['nras', ['isom']],
  ])("with the brand %j of a camera's maker is what it says it can be read as", (brand, also) => {
    expect(text(box(brand, ...also))).toEqual({ kind: 'video', contentType: 'video/mp4' });
    // A word after the box says nothing.
    expect(text(`${box(brand)}${also.join('')}`)).toEqual({ kind: 'refused', reason: 'unknown' });
  });

  it.each([
    ['', 'empty'],
    ['hello', 'unknown'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'svg'],
    ['<?xml version="1.0"?>\n<!-- a note -->\n<svg/>', 'svg'],
    ['\xff\xfe<\0s\0v\0g\0>\0', 'svg'],
    ['<!DOCTYPE html><p>', 'markup'],
    ['\n\n <HTML>', 'markup'],
    ['GIF89a', 'unknown'],
    ['RIFF\0\0\0\0WEBPVP8 ', 'unknown'],
    [box('heic'), 'unknown'],
    [box('avif'), 'unknown'],
    [box('avis', 'avis', 'msf1', 'iso8', 'mp42'), 'unknown'],
    [box('M4A ', 'M4A ', 'mp42', 'isom'), 'unknown'],
    ['\xff\xd8', 'unknown'],
    ['\xff\xd8\xff\x01\x00', 'unknown'],
    ['\x89PNG\r\n\x1a\nwhatever', 'unknown'],
    ['ffconcat version 1.0\nfile a.mp4', 'unknown'],
    ['#EXTM3U\n', 'unknown'],
    ['%PDF-1.7', 'unknown'],
    ['PK\x03\x04', 'unknown'],
  ])('of %j is refused as %s', (bytes, reason) => {
    expect(text(bytes)).toEqual({ kind: 'refused', reason });
  });

  it('that is also a page, a program or a document is refused', async () => {
    const jpeg = await sharp(await scene(20, 20))
      .jpeg()
      .toBuffer();
    for (const hidden of [
      '<script>alert(1)</script>',
      '<!DOCTYPE html>',
      '<?php system($_GET[0]);',
      '%PDF-1.4',
      '<svg onload=x>',
    ]) {
      const comment = Buffer.from(`\xff\xfe\0${String.fromCharCode(hidden.length + 2)}${hidden}`, 'latin1');
      const both = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
      expect(sniff(both), hidden).toEqual({ kind: 'refused', reason: 'polyglot' });
    }
  });

  it('that carries an archive at its end is refused; the film that telephones append is not an archive', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sniff-'));
    const jpeg = await sharp(await scene(20, 20))
      .jpeg()
      .toBuffer();
    const archiveEnd = Buffer.from(`504b0506${'00'.repeat(16)}0300616263`, 'hex');
    const look = async (bytes: Buffer): Promise<Sniffed> => {
      await writeFile(join(folder, 'file'), bytes);
      return sniffFile(join(folder, 'file'));
    };
    expect(await look(Buffer.concat([jpeg, archiveEnd]))).toEqual({ kind: 'refused', reason: 'polyglot' });
    expect(await look(jpeg)).toMatchObject({ kind: 'photo' });
    expect(
      await look(Buffer.concat([jpeg, Buffer.from(box('mp42'), 'latin1'), Buffer.alloc(1000, 0x50)])),
    ).toMatchObject({ kind: 'photo' });
    expect(await look(Buffer.concat([jpeg, Buffer.from('PK\x05\x06 by chance', 'latin1')]))).toMatchObject({
      kind: 'photo',
    });
    expect(await look(Buffer.alloc(0))).toEqual({ kind: 'refused', reason: 'empty' });
    await rm(folder, { recursive: true });
  });
});
