import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * For vitest's `globalSetup`: the demo data are made once, before the journeys begin, and copied by each of them. A
 * `DEMO_SEED` that is set already is kept, for the next run.
 */
export async function setup(): Promise<() => Promise<void>> {
  // A database server of somebody else's has data already.
  if (process.env['DATABASE_URL']) return async () => undefined;
  if (process.env['DEMO_SEED']) {
    await makeDemoSeed(process.env['DEMO_SEED']);
    return async () => undefined;
  }
  const seed = await mkdtemp(join(tmpdir(), 'demo-seed-'));
  process.env['DEMO_SEED'] = seed;
  await makeDemoSeed(seed);
  return () => rm(seed, { recursive: true, force: true });
}

/** In a process of its own: vitest's loader, which reads this file, resolves no paths of packages at run time. */
async function makeDemoSeed(folder: string): Promise<void> {
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'make-demo-seed.ts'), folder], {
    maxBuffer: 16 * 1024 * 1024,
  });
}
