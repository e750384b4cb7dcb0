import { describe, expect, it } from 'vitest';
import { boundedLines, TooLong } from './bounded-lines.ts';

const bounds = { mostBytes: 1_000, mostLineLength: 100 };
/** `taken`: how many parts were asked for. */
const streamOf = (part: string, count = Infinity) => {
  const state = { taken: 0, isCancelled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (state.taken >= count) return controller.close();
        state.taken += 1;
        controller.enqueue(new TextEncoder().encode(part));
      },
      cancel() {
        state.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, state };
};
const all = async (body: ReadableStream<Uint8Array>): Promise<string[]> => {
  const lines: string[] = [];
  for await (const line of boundedLines(body, bounds)) lines.push(line);
  return lines;
};

describe('an answer that is read line by line', () => {
  it('is whole, however its parts are cut', async () => {
    expect(await all(streamOf('é1\r\né2', 2).body)).toEqual(['é1', 'é2é1', 'é2']);
    const bytes = new TextEncoder().encode('é\r\n€\n');
    const cut = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    expect(await all(cut)).toEqual(['é', '€', '']);
  });

  it('is given up at the bound, and no more of it is asked for', async () => {
    const { body, state } = streamOf(`${'x'.repeat(99)}\n`);
    await expect(all(body)).rejects.toThrow(TooLong);
    expect(state).toEqual({ taken: 11, isCancelled: true });
    const { body: short } = streamOf(`${'x'.repeat(99)}\n`, 10);
    expect(await all(short)).toHaveLength(11);
  });

  it('is given up at a line that does not end', async () => {
    const { body, state } = streamOf('x'.repeat(60));
    await expect(all(body)).rejects.toThrow(TooLong);
    expect(state).toEqual({ taken: 2, isCancelled: true });
  });

  it('is hung up on by whoever has read enough', async () => {
    const { body, state } = streamOf('x\n');
    for await (const line of boundedLines(body, bounds)) if (line === 'x') break;
    expect(state).toEqual({ taken: 1, isCancelled: true });
  });
});
