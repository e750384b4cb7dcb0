import type { FileHandle } from 'node:fs/promises';

interface Segment {
  readonly start: number;
  readonly bytes: number;
  readonly seconds: number;
}

/** A fragmented MP4 that we made, as a playlist sees it. */
interface Fragmented {
  /** Bytes before the first segment: what every player reads first. */
  readonly head: Buffer;
  readonly segments: readonly Segment[];
}

const maxHeadBytes = 256 * 1024;

/**
 * The segments of a fragmented MP4 by its own boxes: ffmpeg's playlists count frames, and are wrong where frames come
 * at uneven times. Null when the file is anything else.
 */
export async function readFragmented(file: FileHandle, size: number): Promise<Fragmented | null> {
  let head: Buffer | null = null;
  let timescale = 0;
  const found: { start: number; end: number; from: number; lasts: number }[] = [];
  let times: { from: number; lasts: number } | null = null;
  let start = 0;
  for (let at = 0; at < size;) {
    const box = await readBoxHeader(file, at);
    if (box === null || at + box.length > size) return null;
    const end = at + box.length;
    if (box.type === 'moov') {
      if (head !== null || end > maxHeadBytes) return null;
      head = await read(file, 0, end);
      timescale = timescaleOf(head) ?? 0;
      start = end;
    } else if (box.type === 'moof') {
      if (head === null || box.length > maxMoofBytes) return null;
      times = videoTimes(await read(file, at, box.length));
    } else if (box.type === 'mdat') {
      if (times !== null) found.push({ start, end, ...times });
      else if (found.length === 0) return null;
      else found.at(-1)!.end = end;
      times = null;
      start = end;
    }
    at = end;
  }
  if (head === null || found.length === 0 || !(timescale > 0)) return null;
  const segments = found.map(({ start, end, from, lasts }, i) => ({
    start,
    bytes: end - start,
    seconds: ((found[i + 1]?.from ?? from + lasts) - from) / timescale,
  }));
  return segments.every(({ seconds }) => seconds >= 0) ? { head, segments } : null;
}

/** A playlist of byte ranges of the one file named `file`. */
export function writePlaylist({ head, segments }: Fragmented, file: string): string {
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.max(1, Math.ceil(Math.max(...segments.map(({ seconds }) => seconds))))}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-MAP:URI="${file}",BYTERANGE="${head.length}@0"`,
    ...segments.flatMap(({ start, bytes, seconds }) => [
      `#EXTINF:${seconds.toFixed(6)},`,
      `#EXT-X-BYTERANGE:${bytes}@${start}`,
      file,
    ]),
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
}

export const lengthOf = ({ segments }: Fragmented): number => segments.reduce((sum, { seconds }) => sum + seconds, 0);

/**
 * Peak in bits a second, as RFC 8216 wants it: over segments that are at least half as long as the longest, so that
 * a last one of a few frames does not count.
 */
export function peakBandwidth({ segments }: Fragmented): number {
  const longest = Math.max(...segments.map(({ seconds }) => seconds));
  const rates = segments
    .filter(({ seconds }) => seconds >= longest / 2 && seconds > 0)
    .map(({ seconds, bytes }) => (bytes * 8) / seconds);
  return Math.ceil(Math.max(1, ...rates));
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** A fragmented film of hours has this many; one that has more is not looked at to its end. */
const maxBoxes = 50_000;
/** A segment of seconds has some hundreds of samples of a dozen bytes each. */
const maxMoofBytes = 1024 * 1024;

/** Printable ASCII and the © of QuickTime's own (ISO/IEC 14496-12, 4.2): other bytes are data, not a box. */
const boxType = /^[\x20-\x7e\xa9]{4}$/;

/** Null where no box begins. Zero stands for a box that goes to the end of the file. */
async function readBoxHeader(file: FileHandle, at: number): Promise<{ type: string; length: number } | null> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, at);
  if (bytesRead < 8) return null;
  const type = buffer.toString('latin1', 4, 8);
  if (!boxType.test(type)) return null;
  const short = buffer.readUInt32BE(0);
  if (short !== 1) return short === 0 || short >= 8 ? { type, length: short } : null;
  const length = bytesRead === 16 ? Number(buffer.readBigUInt64BE(8)) : 0;
  return length >= 16 ? { type, length } : null;
}

/**
 * Whether the file ends before its last box does, as an upload that broke off leaves it, or has no index. Only the
 * headers of the outermost boxes are read.
 */
export async function isCutOff(file: FileHandle, size: number): Promise<boolean> {
  let hasIndex = false;
  for (let at = 0, boxes = 0; at < size && boxes < maxBoxes; boxes += 1) {
    const box = await readBoxHeader(file, at);
    // Cameras and editors leave bytes at the end that are no box, and some give the box before a wrong length. The
    // index names its samples by their place in the file, so players do not mind; what it lacks, decoding will show.
    if (box === null) return !hasIndex;
    hasIndex ||= box.type === 'moov';
    if (box.length === 0) return !hasIndex;
    if (at + box.length > size) return true;
    at += box.length;
  }
  return !hasIndex;
}

/** `avc1.64001f`, from the decoder's settings in the head of a file that we made; null when they are not there. */
export function videoCodecOf(head: Buffer): string | null {
  const at = head.indexOf('avcC', 0, 'latin1');
  if (at === -1 || at + 8 > head.length) return null;
  return `avc1.${head.toString('hex', at + 5, at + 8)}`;
}

/** Ticks a second of the first track, which is the picture in every file of ours. */
function timescaleOf(head: Buffer): number | null {
  const at = head.indexOf('mdhd', 0, 'latin1');
  const place = at + (head[at + 4] === 1 ? 24 : 16);
  return at === -1 || place + 4 > head.length ? null : head.readUInt32BE(place);
}

/** When the pictures of a fragment (`moof`) begin and how long they last, in ticks; null when it has none. */
function videoTimes(moof: Buffer): { from: number; lasts: number } | null {
  for (const { type, body } of boxesIn(moof.subarray(8))) {
    if (type !== 'traf') continue;
    const inside = boxesIn(body);
    const [header, decodeTime, run] = ['tfhd', 'tfdt', 'trun'].map(
      (name) => inside.find((box) => box.type === name)?.body,
    );
    if (header === undefined || decodeTime === undefined || run === undefined || header.readUInt32BE(4) !== 1) continue;
    const from = decodeTime[0] === 1 ? Number(decodeTime.readBigUInt64BE(4)) : decodeTime.readUInt32BE(4);
    return { from, lasts: runLength(run, defaultDuration(header)) };
  }
  return null;
}

/** Duration of a sample that does not tell its own (ISO/IEC 14496-12, 8.8.7). */
function defaultDuration(header: Buffer): number {
  const flags = header.readUIntBE(1, 3);
  if ((flags & 0x8) === 0) return 0;
  return header.readUInt32BE(8 + ((flags & 0x1) === 0 ? 0 : 8) + ((flags & 0x2) === 0 ? 0 : 4));
}

/** Sum of the durations of a run of samples (ISO/IEC 14496-12, 8.8.8). */
function runLength(run: Buffer, usual: number): number {
  const flags = run.readUIntBE(1, 3);
  const count = run.readUInt32BE(4);
  if ((flags & 0x100) === 0) return count * usual;
  const step = [0x100, 0x200, 0x400, 0x800].reduce((bytes, flag) => bytes + ((flags & flag) === 0 ? 0 : 4), 0);
  const first = 8 + ((flags & 0x1) === 0 ? 0 : 4) + ((flags & 0x4) === 0 ? 0 : 4);
  let sum = 0;
  for (let i = 0; i < count && first + i * step + 4 <= run.length; i++) sum += run.readUInt32BE(first + i * step);
  return sum;
}

function boxesIn(bytes: Buffer): { type: string; body: Buffer }[] {
  const found: { type: string; body: Buffer }[] = [];
  for (let at = 0; at + 8 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    if (length < 8 || at + length > bytes.length) break;
    found.push({ type: bytes.toString('latin1', at + 4, at + 8), body: bytes.subarray(at + 8, at + length) });
    at += length;
  }
  return found;
}
