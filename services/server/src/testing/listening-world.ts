import { afterAll, beforeAll } from 'vitest';
import { createWorld, type World } from './world.ts';
import { listening } from './raw-line.ts';

export interface ListeningWorld {
  readonly world: World;
  readonly port: number;
}

/** A world that listens at a port, for the tests of a file. */
export function openListeningWorld(): ListeningWorld {
  const opened = {} as { world: World; port: number };
  beforeAll(async () => {
    opened.world = await createWorld();
    opened.port = await listening(opened.world);
  }, 60_000);
  afterAll(() => opened.world.close());
  return opened;
}
