import type { FileHandle } from 'node:fs/promises';

/** A fragmented film of hours has this many; one that has more is not looked at to its end. */
const maxBoxes = 50_000;

/**
 * Whether the file ends before its last box does, as an upload that broke off leaves it. Only the headers of the
 * outermost boxes are read.
 */
export async function isCutOff(file: FileHandle, size: number): Promise<boolean> {
  const header = Buffer.alloc(16);
  let hasMovie = false;
  for (let at = 0, boxes = 0; at < size && boxes < maxBoxes; boxes += 1) {
    const { bytesRead } = await file.read(header, 0, 16, at);
    if (bytesRead < 8) return !hasMovie;
    hasMovie ||= header.toString('latin1', 4, 8) === 'moov';
    const short = header.readUInt32BE(0);
    const length = short === 1 && bytesRead === 16 ? Number(header.readBigUInt64BE(8)) : short;
    if (length === 0) return !hasMovie; // to the end of the file
    // Some cameras and editors leave a few bytes of padding that are no box.
    if (length < 8) return !hasMovie;
    if (at + length > size) return true;
    at += length;
  }
  return !hasMovie;
}

/** `avc1.64001f`, from the decoder's settings in the head of a file that we made; null when they are not there. */
export function videoCodecOf(head: Buffer): string | null {
  const at = head.indexOf('avcC', 0, 'latin1');
  if (at === -1 || at + 8 > head.length) return null;
  return `avc1.${head.toString('hex', at + 5, at + 8)}`;
}
