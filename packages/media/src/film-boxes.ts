import type { FileHandle } from 'node:fs/promises';

/** A fragmented film of hours has this many; one that has more is not looked at to its end. */
const maxBoxes = 50_000;
/** A segment of seconds has some hundreds of samples of a dozen bytes each. */
export const maxMoofBytes = 1024 * 1024;

/** Null where no box begins. Zero stands for a box that goes to the end of the file. */
export async function readBoxHeader(file: FileHandle, at: number): Promise<{ type: string; length: number } | null> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, at);
  if (bytesRead < 8) return null;
  const type = buffer.toString('latin1', 4, 8);
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
    // Some cameras and editors leave a few bytes at the end that are no box.
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
export function timescaleOf(head: Buffer): number | null {
  const at = head.indexOf('mdhd', 0, 'latin1');
  const place = at + (head[at + 4] === 1 ? 24 : 16);
  return at === -1 || place + 4 > head.length ? null : head.readUInt32BE(place);
}

/** When the pictures of a fragment (`moof`) begin and how long they last, in ticks; null when it has none. */
export function videoTimes(moof: Buffer): { from: number; lasts: number } | null {
  for (const { type, body } of boxesIn(moof.subarray(8))) {
    if (type !== 'traf') continue;
    const inside = boxesIn(body);
    const [header, decodeTime, run] = ['tfhd', 'tfdt', 'trun'].map((name) => inside.find((box) => box.type === name)?.body);
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
