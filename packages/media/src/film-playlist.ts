import { maxMoofBytes, readBoxHeader, timescaleOf, videoTimes } from './film-boxes.ts';
import type { FileHandle } from 'node:fs/promises';

export interface Segment {
  readonly start: number;
  readonly bytes: number;
  readonly seconds: number;
}

/** A fragmented MP4 that we made, as a playlist sees it. */
export interface Fragmented {
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
  const segments = found.map(({ start, end, from, lasts }, i) => ({ start, bytes: end - start, seconds: ((found[i + 1]?.from ?? from + lasts) - from) / timescale }));
  return segments.every(({ seconds }) => seconds >= 0) ? { head, segments } : null;
}

/** A playlist of byte ranges of the one file named `file`. */
export function writePlaylist({ head, segments }: Fragmented, file: string): string {
  return [
    '#EXTM3U', '#EXT-X-VERSION:7', `#EXT-X-TARGETDURATION:${Math.max(1, Math.ceil(Math.max(...segments.map(({ seconds }) => seconds))))}`,
    '#EXT-X-MEDIA-SEQUENCE:0', '#EXT-X-PLAYLIST-TYPE:VOD', '#EXT-X-INDEPENDENT-SEGMENTS', `#EXT-X-MAP:URI="${file}",BYTERANGE="${head.length}@0"`,
    ...segments.flatMap(({ start, bytes, seconds }) => [`#EXTINF:${seconds.toFixed(6)},`, `#EXT-X-BYTERANGE:${bytes}@${start}`, file]),
    '#EXT-X-ENDLIST', '',
  ].join('\n');
}

export const lengthOf = ({ segments }: Fragmented): number => segments.reduce((sum, { seconds }) => sum + seconds, 0);

/**
 * Peak in bits a second, as RFC 8216 wants it: over segments that are at least half as long as the longest, so that
 * a last one of a few frames does not count.
 */
export function peakBandwidth({ segments }: Fragmented): number {
  const longest = Math.max(...segments.map(({ seconds }) => seconds));
  const rates = segments.filter(({ seconds }) => seconds >= longest / 2 && seconds > 0).map(({ seconds, bytes }) => (bytes * 8) / seconds);
  return Math.ceil(Math.max(1, ...rates));
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
