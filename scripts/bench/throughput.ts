import autocannon from 'autocannon';
import { median } from './result.ts';

export interface Target {
  readonly url: string;
  readonly headers: Record<string, string>;
}

const SECONDS = 3;
const CONNECTIONS = 16;

/**
 * Requests a second of two targets, taking turns so that a noisy moment of
 * the machine hits both. Throws when an answer is not 2xx.
 */
export async function compare(
  ours: Target,
  bare: Target,
  rounds = 3,
): Promise<{ ours: number; bare: number; ratio: number }> {
  const seen = { ours: [] as number[], bare: [] as number[] };
  await shoot(ours, 1);
  await shoot(bare, 1);
  for (let round = 0; round < rounds; round += 1) {
    seen.ours.push(await shoot(ours, SECONDS));
    seen.bare.push(await shoot(bare, SECONDS));
  }
  const [a, b] = [median(seen.ours), median(seen.bare)];
  return { ours: a, bare: b, ratio: a / b };
}

async function shoot({ url, headers }: Target, duration: number): Promise<number> {
  const run = await autocannon({ url, headers, connections: CONNECTIONS, duration });
  if (run.non2xx > 0 || run.errors > 0)
    throw new Error(`${url} answered ${run.non2xx} times with an error, ${run.errors} times not at all.`);
  return run.requests.average;
}
