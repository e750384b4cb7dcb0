import { createWorld, type World } from '@backlot/server/testing/world';
import { dayMs } from '@backlot/domain/formats/when';
import type { AddressInfo } from 'node:net';

export interface BenchWorld {
  readonly world: World;
  /** Where the server listens, as an address without a name. */
  readonly base: string;
  close(): Promise<void>;
}

/** Posts for sale that the fan has bought. */
const bought = 5;

/** Two sites with a feed each, listening on a free port of loopback. Luna's fan is a member, and bought some of its posts. */
export async function openBenchWorld(posts: number): Promise<BenchWorld> {
  const world = await createWorld();
  await seedPosts(world, posts);
  await world.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = world.app.server.address() as AddressInfo;
  return { world, base: `http://127.0.0.1:${port}`, close: () => world.close() };
}

async function seedPosts(world: World, count: number): Promise<void> {
  const { seedBenchPosts } = await import('@backlot/server/testing/bench-posts');
  await seedBenchPosts(world, count);
  const { give, subscribe } = await import('@backlot/server/testing/posting');
  const { fan } = world.people.luna;
  await subscribe(world, fan, new Date(world.clock.now().getTime() + 3_650 * dayMs));
  const forSale = await world.database.tenants.read(fan.tenant, (db) =>
    db('posts').where({ visibility: 'locked' }).orderBy('publish_at', 'desc').limit(bought).select('id'),
  );
  for (const { id } of forSale) await give(world, fan, id);
}
