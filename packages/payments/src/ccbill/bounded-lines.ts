/** More than the bound. Nothing of it is to be believed. */
export class TooLong extends Error {}

/**
 * An answer line by line as it comes, so that no more than one line of it is held. Whoever stops early or meets the bound
 * hangs up. @throws TooLong
 */
export async function* boundedLines(
  body: ReadableStream<Uint8Array>,
  { mostBytes, mostLineLength }: { readonly mostBytes: number; readonly mostLineLength: number },
): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let bytes = 0;
  let begun = '';
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      bytes += part.value.byteLength;
      if (bytes > mostBytes) throw new TooLong(`The answer is longer than ${mostBytes} bytes.`);
      const lines = (begun + decoder.decode(part.value, { stream: true })).split(/\r?\n/);
      begun = lines.pop() ?? '';
      if (begun.length > mostLineLength) throw new TooLong(`A line is longer than ${mostLineLength} characters.`);
      yield* lines;
    }
    yield begun + decoder.decode();
  } finally {
    // One that is read to its end, or broke, has nothing to hang up.
    await reader.cancel().catch(() => undefined);
  }
}
