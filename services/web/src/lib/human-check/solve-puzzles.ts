import { solvePuzzle, type Puzzles } from '@backlot/domain/people/proof-of-work';

/** Numbers that are tried between two looks at the page: some milliseconds on a phone. */
const SLICE = 2_000;

/** Solves all puzzles, in slices, so that the page goes on answering. Rejects when the signal does. */
export async function solvePuzzles(puzzles: Puzzles, signal: AbortSignal): Promise<string> {
  const numbers: number[] = [];
  for (let from = 0; numbers.length < puzzles.count; from += SLICE) {
    signal.throwIfAborted();
    const found = solvePuzzle(puzzles, numbers.length, from, from + SLICE);
    if (found !== null) {
      numbers.push(found);
      from = -SLICE;
    }
    await nextTurn();
  }
  return numbers.join(',');
}

/** Sooner than a timer, which waits at least 4 ms. */
const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
