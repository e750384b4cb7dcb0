import { findPostmaster, stopPostmaster } from '@backlot/database/embedded/postmaster';
import { testServerFolder } from '@backlot/database/testing/test-server';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Stops the Postgres that the tests of a copy started, and removes its data: nobody comes back to it. Its keeper ends with it. */
export async function leaveNoServer(tree: string): Promise<void> {
  const { home } = testServerFolder(pathToFileURL(join(tree, 'packages/database/src/testing/test-server.ts')).href);
  if (!existsSync(home)) return;
  for (const cluster of readdirSync(home).filter((name) => /^pg\d+$/.test(name))) {
    const running = findPostmaster(join(home, cluster));
    if (running) await stopPostmaster(running.pid);
  }
  // The keeper takes its own file away meanwhile, and a removal that meets a missing file stops half-way without a word.
  for (let times = 0; existsSync(home) && times < 10; times += 1) rmSync(home, { recursive: true, force: true });
}
