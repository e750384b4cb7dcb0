import type { TestPerson } from '@backlot/server/testing/people';
import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { createAsk } from '../crash/ask.ts';
import { median } from './result.ts';

export const fansAtOnce = 16;
export const postsARound = 20;
export const rounds = 5;
export const priceMinor = 900;

/** How a fan buys a post. Throws when it is refused. */
export type Buy = (fan: TestPerson, post: string) => Promise<void>;

export interface Buyers {
  readonly fans: readonly TestPerson[];
  readonly buy: Buy;
}

/** Posts that `comparePurchases` sells to each fan. */
export const postsToCompare = (rounds + 1) * postsARound;

/**
 * Purchases a second of ours, and against those of a bare route, which take turns so that a noisy moment of the machine hits
 * both; each fan buys one post after the other.
 */
export async function comparePurchases(
  posts: readonly string[],
  ours: Buyers,
  bare: Buyers,
): Promise<{ rate: number; ratio: number }> {
  const seen = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    const some = posts.slice(round * postsARound, (round + 1) * postsARound);
    const [a, b] = [await rateOf(ours, some), await rateOf(bare, some)];
    // The first one warms both.
    if (round === 0) continue;
    seen.ours.push(a);
    seen.bare.push(b);
  }
  return { rate: median(seen.ours), ratio: median(seen.ours.map((rate, round) => rate / seen.bare[round]!)) };
}

async function rateOf({ fans, buy }: Buyers, posts: readonly string[]): Promise<number> {
  const from = performance.now();
  await Promise.all(
    fans.map(async (fan) => {
      for (const post of posts) await buy(fan, post);
    }),
  );
  return (fans.length * posts.length * 1_000) / (performance.now() - from);
}

/** Listens on a free port of loopback. */
export async function portOf(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/** Buys at a bare route's `POST /buy`; closing it ends its pool too. */
export async function serveBare(app: FastifyInstance, pool: { end(): Promise<unknown> }) {
  const ask = createAsk(await portOf(app));
  return {
    async buy(buyer: TestPerson, wanted: string): Promise<void> {
      const body = { fan: buyer.id, post: wanted };
      const { status } = await ask('POST /buy', { host: 'bare.test', token: '', body });
      if (status !== 200) throw new Error(`The bare route answered ${status}.`);
    },
    async close(): Promise<void> {
      ask.close();
      await app.close();
      await pool.end();
    },
  };
}
