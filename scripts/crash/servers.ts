import { setTimeout as sleep } from 'node:timers/promises';
import type { Harness } from './harness.ts';
import { createVictim } from './victim.ts';

/** The harness's servers: all serve the same sites at once, and each is killed and started again without the others. */
export interface Servers {
  /** Starts those that are dead, their clocks so many milliseconds ahead. Resolves when no one is on its way any more. */
  start(aheadMs?: number): Promise<void>;
  /** kill -9, one after the other with so many milliseconds between them. Resolves when they are gone. */
  kill(which: readonly number[], apartMs?: number): Promise<void>;
  close(): Promise<void>;
}

export function createServers({ servers, program }: Pick<Harness, 'servers' | 'program'>): Servers {
  const all = servers.map(({ env }) => ({
    victim: createVictim(env, program),
    isDead: true,
    started: Promise.resolve(),
  }));
  return {
    async start(aheadMs = 0) {
      for (const server of all) {
        if (!server.isDead) continue;
        server.isDead = false;
        server.started = server.victim.start(aheadMs);
      }
      await Promise.all(all.map(({ started }) => started));
    },
    async kill(which, apartMs = 0) {
      const dying = which.map(async (index, turn) => {
        const server = all[index]!;
        await sleep(turn * apartMs);
        await server.victim.kill();
        await server.started;
        server.isDead = true;
      });
      await Promise.all(dying);
    },
    async close() {
      await Promise.all(all.map(({ victim }) => victim.close()));
    },
  };
}
