import { TooLargeError } from './storage.ts';

/** Cuts a stream into pieces of equal size, the last shorter, with one of them in memory. Fails with `TooLargeError`. */
export async function* inPieces(
  source: AsyncIterable<Uint8Array>,
  pieceBytes: number,
  maxBytes: number,
): AsyncGenerator<Buffer, void, undefined> {
  let held: Buffer[] = [];
  let size = 0;
  let total = 0;
  for await (const chunk of source) {
    total += chunk.length;
    if (total > maxBytes) throw new TooLargeError(maxBytes);
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    while (size + rest.length >= pieceBytes) {
      const take = pieceBytes - size;
      yield Buffer.concat([...held, rest.subarray(0, take)]);
      rest = rest.subarray(take);
      held = [];
      size = 0;
    }
    if (rest.length > 0) held.push(rest);
    size += rest.length;
  }
  if (size > 0) yield Buffer.concat(held);
}
