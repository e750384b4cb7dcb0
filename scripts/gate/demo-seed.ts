import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runCommand, type CommandResult } from './run-command.ts';

/** The data of the demo sites, which the journeys copy: made while other tests run, for most of its time is spent waiting. */
export interface DemoSeed {
  /** For the journeys: where the data are, or nothing if they use a database server of somebody else's. */
  readonly env: Record<string, string>;
  begin(env: Record<string, string>): void;
  /** Waits for the end of what was begun, and tells its processor seconds. A failure shows when the journeys try for themselves. */
  end(): Promise<number>;
}

export function demoSeedBeside(root: string): DemoSeed {
  if (process.env['DATABASE_URL'] || process.env['DEMO_SEED']) return { env: {}, begin: () => {}, end: async () => 0 };
  const folder = mkdtempSync(join(tmpdir(), 'demo-seed-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  let made: Promise<CommandResult> | null = null;
  return {
    env: { DEMO_SEED: folder },
    begin(env) {
      made = runCommand(process.execPath, [join(root, 'packages/testing/src/make-demo-seed.ts'), folder], {
        cwd: root,
        env: { ...process.env, ...env },
      });
    },
    async end() {
      return (await made)?.processorSeconds ?? 0;
    },
  };
}
