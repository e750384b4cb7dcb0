import { open } from 'node:fs/promises';

/** How many leading bytes decide. */
export const sniffBytes = 4096;

export type SniffRefusal = 'video' | 'svg' | 'markup' | 'polyglot' | 'empty' | 'unknown';

export type Sniffed =
  | { readonly kind: 'photo'; readonly contentType: 'image/png' | 'image/jpeg' }
  | { readonly kind: 'video'; readonly contentType: 'video/mp4' | 'video/quicktime' }
  | { readonly kind: 'refused'; readonly reason: Exclude<SniffRefusal, 'video'> };

/** What a file is, by its first bytes alone; names and announced types are not asked (DECISIONS 29). */
export function sniff(head: Uint8Array): Sniffed {
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, sniffBytes));
  if (bytes.length === 0) return refused('empty');
  const video = videoType(bytes);
  if (video !== null) return { kind: 'video', contentType: video };
  const photo = photoType(bytes);
  if (photo === null) return refused(textReason(bytes));
  // Nothing that a camera or an editor writes looks like this; who asks for it wants one file read in two ways.
  if (/<!doctype html|<html|<script|<svg|<\?php|%PDF-/i.test(bytes.toString('latin1'))) return refused('polyglot');
  return { kind: 'photo', contentType: photo };
}

/** As `sniff`, for a local file, which also shows an archive that was hung on to a photo. */
export async function sniffFile(path: string): Promise<Sniffed> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const head = await read(file, 0, sniffBytes);
    const seen = sniff(head);
    if (seen.kind !== 'photo') return seen;
    const tailBytes = Math.min(size, 0xffff + 22);
    return endsAsZip(await read(file, size - tailBytes, tailBytes)) ? refused('polyglot') : seen;
  } finally {
    await file.close();
  }
}

const refused = (reason: Exclude<SniffRefusal, 'video'>): Sniffed => ({ kind: 'refused', reason });

const pngStart = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

function photoType(bytes: Buffer): 'image/png' | 'image/jpeg' | null {
  if (bytes.subarray(0, pngStart.length).equals(pngStart)) return 'image/png';
  // After the start of a JPEG only a marker can follow, and none of the reserved ones.
  const [first, second, third, marker = 0] = bytes;
  const isJpeg =
    bytes.length > 4 && first === 0xff && second === 0xd8 && third === 0xff && marker >= 0xc0 && marker < 0xff;
  return isJpeg ? 'image/jpeg' : null;
}

/** ISO base media: the brand in `ftyp` tells QuickTime from MP4. HEIC and AVIF share the box and are not videos. */
function videoType(bytes: Buffer): 'video/mp4' | 'video/quicktime' | null {
  const box = bytes.toString('latin1', 4, 8);
  if (box === 'moov' || box === 'mdat' || box === 'wide') return 'video/quicktime';
  if (box !== 'ftyp') return null;
  const [brand = '', ...also] = brandsOf(bytes);
  if (brand === 'qt  ') return 'video/quicktime';
  if (noFilm.test(brand)) return null;
  return [brand, ...also].some((one) => film.test(one)) ? 'video/mp4' : null;
}

const film = /^(isom|iso[2-9a-c]|mp4[12]|avc1|M4V |M4VH|M4VP|MSNV|dash|mmp4|3gp\d|f4v )$/;
/** Pictures, raw pictures and sound: some of them say that they may be read as films. */
const noFilm = /^(hei[cmsx]|hev[cmsx]|mif[12]|miaf|msf1|avi[fs]|j[px].{2}|crx |M4[ABP] )$/;

/** What the file calls itself, then what else it may be read as: makers of cameras have brands of their own. */
function brandsOf(bytes: Buffer): string[] {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 16 + 32 * 4);
  const found = [bytes.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) found.push(bytes.toString('latin1', at, at + 4));
  return found;
}

function textReason(bytes: Buffer): 'svg' | 'markup' | 'unknown' {
  const text = bytes.toString('latin1').replaceAll('\0', '');
  if (/<svg|<!doctype svg/i.test(text)) return 'svg';
  return /<!doctype|<html|<head|<body|<script|<\?xml|<\?php/i.test(text) ? 'markup' : 'unknown';
}

/** An archive's last record says how long the comment after it is: that fits by design or not at all. */
function endsAsZip(tail: Buffer): boolean {
  for (let at = tail.indexOf('PK\x05\x06', 0, 'latin1'); at !== -1; at = tail.indexOf('PK\x05\x06', at + 1, 'latin1')) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true;
  }
  return false;
}

async function read(file: Awaited<ReturnType<typeof open>>, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
