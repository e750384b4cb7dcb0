import { createWorld, type World } from '@backlot/server/testing/world';
import type { AddressInfo } from 'node:net';

export interface BenchWorld {
  readonly world: World;
  /** Where the server listens, as an address without a name. */
  readonly base: string;
  close(): Promise<void>;
}

/** Two sites with a feed each, listening on a free port of loopback. */
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
}
