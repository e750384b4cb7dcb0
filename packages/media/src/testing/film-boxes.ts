/** Four bytes, the greatest first. */
export const number32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};
/** One box of a film: its length, its name, and what is in it. */
export const box = (type: string, ...parts: (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
  return Buffer.concat([number32(body.length + 8), Buffer.from(type, 'latin1'), body]);
};
/** The box that a film begins with. */
export const brand = (name = 'isom'): Buffer => box('ftyp', name, number32(512), 'isomiso2avc1mp41');

/** Something that begins as a film does and goes on as something else. */
export const disguised = (content: Buffer, name: string): Buffer => Buffer.concat([brand(name), content]);
/** As `disguised`, with the boxes in order, so that it passes for whole. */
export const wrapped = (content: Buffer): Buffer =>
  Buffer.concat([brand(), box('moov', content), box('mdat', content)]);

/** Lengths that a decoder must not believe. */
export const big = [0xffff_ffff, 0x7fff_ffff, 0x8000_0000, 0x1000_0000, 0, 1];
