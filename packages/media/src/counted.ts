import { Transform } from 'node:stream';
import { TooLargeError } from './storage.ts';

/** Passes bytes on until one more than `maxBytes` came, then fails with `TooLargeError`. */
export function counted(maxBytes: number): Transform & { readonly bytes: number } {
  let bytes = 0;
  const transform = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) return done(new TooLargeError(maxBytes));
      done(null, chunk);
    },
  });
  return Object.defineProperty(transform, 'bytes', { get: () => bytes }) as Transform & { readonly bytes: number };
}
