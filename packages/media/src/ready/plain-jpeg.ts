import type { Size } from '../photo/photo-plan.ts';

const scanStart = 0xda;
const imageEnd = 0xd9;
const progressiveFrame = 0xc2;
/** Tables that decoders need: of quantization, of Huffman codes, and how often a scan can be entered. */
const tables = new Set([0xdb, 0xc4, 0xdd]);
const fileHeader = 0xe0;
/** Of JFIF without a thumbnail. */
const fileHeaderBytes = 16;

/**
 * The size of a progressive JPEG in colour that holds its picture and nothing beside: no place, camera, profile,
 * thumbnail, comment or bytes after its end. Null for everything else.
 */
export function plainJpegSize(bytes: Buffer): Size | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  let size: Size | null = null;
  for (let at = 2; at + 4 <= bytes.length || isEnd(bytes, at);) {
    if (isEnd(bytes, at)) return at + 2 === bytes.length ? size : null;
    const [start, marker, length] = [bytes[at], bytes[at + 1]!, bytes.readUInt16BE(at + 2)];
    if (start !== 0xff || length < 2 || at + 2 + length > bytes.length) return null;
    if (marker === progressiveFrame) size = sizeIn(bytes.subarray(at + 4, at + 2 + length));
    else if (marker === fileHeader ? length !== fileHeaderBytes : marker !== scanStart && !tables.has(marker))
      return null;
    at += 2 + length;
    if (marker === scanStart) at = endOfScan(bytes, at);
  }
  return null;
}

const isEnd = (bytes: Buffer, at: number): boolean => bytes[at] === 0xff && bytes[at + 1] === imageEnd;

function sizeIn(frame: Buffer): Size | null {
  if (frame.length < 6 || frame[5] !== 3) return null;
  return { width: frame.readUInt16BE(3), height: frame.readUInt16BE(1) };
}

/** Where the next marker is: in a scan 0xff is followed by 0, or by the number of a place to enter. */
function endOfScan(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at >= 0 && (bytes[at + 1] === 0 || (bytes[at + 1]! & 0xf8) === 0xd0)) at = bytes.indexOf(0xff, at + 2);
  return at < 0 ? bytes.length : at;
}
