import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePair } from '@backlot/testing/demo-site';
import { smallTenantsOf } from '@backlot/testing/small-tenants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
/** With the journeys' small pictures, where they have been made: how a start goes does not depend on their size. */
const seed = process.env['DEMO_SEED'];
const tenants: Record<string, string> = seed ? { TENANTS_DIR: smallTenantsOf(seed) } : {};
/** Their films are minutes of work, which nothing here waits for. */
const withoutJobs = { RUN_JOBS: 'off' };
const dataDir = mkdtempSync(join(tmpdir(), 'start-'));
let port = 0;

interface Started {
  process: ChildProcess;
  output: () => string;
}

async function start(env: Record<string, string> = {}): Promise<Started> {
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    cwd: root,
    env: { ...process.env, NODE_ENV: '', PORT: String(port), DATA_DIR: dataDir, ...tenants, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  await new Promise<void>((resolve) => {
    const take = (chunk: Buffer) => {
      output += chunk;
      if (output.includes('Ctrl-C stops it.')) resolve();
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('exit', () => resolve());
  });
  return { process: child, output: () => output };
}

async function end(started: Started, signal: NodeJS.Signals): Promise<number | null> {
  if (started.process.exitCode !== null) return started.process.exitCode;
  started.process.kill(signal);
  const [code] = await once(started.process, 'exit');
  return code as number | null;
}

function ask(host: string, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get({ port, path, headers: { host: `${host}:${port}` } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    }).on('error', reject);
  });
}

beforeAll(async () => {
  port = await freePair();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe('npm start', () => {
  let first: Started;

  // All three sites and their pictures, while other journeys begin: this ends what hangs.
  it('makes everything from nothing and serves all three sites', { timeout: 300_000 }, async () => {
    first = await start();
    expect(first.output()).toContain(`http://clay.localhost:${port}`);
    expect(await ask('platform.localhost', '/readyz')).toBe(200);
    expect(await ask('clay.localhost', '/')).toBe(200);
    expect(await ask('patch.localhost', '/')).toBe(200);
    expect(await ask('ridge.localhost', '/')).toBe(200);
    expect(await ask('unknown.localhost', '/')).toBe(404);
  });

  it('says what to do when the port is in use', async () => {
    const second = await start();
    expect(second.output()).toContain(`Port ${port} is in use`);
    expect(second.process.exitCode).toBe(1);
    expect(await ask('clay.localhost', '/')).toBe(200);
  });

  it('stops with 0 at SIGTERM, also while films are made', async () => {
    expect(await end(first, 'SIGTERM')).toBe(0);
    expect(first.output()).not.toContain('did not stop within');
  });

  it('starts again on the same data, also after a kill -9, and stops with 0 at SIGINT', async () => {
    await end(await start(), 'SIGKILL');
    const again = await start(withoutJobs);
    expect(await ask('clay.localhost', '/')).toBe(200);
    expect(await end(again, 'SIGINT')).toBe(0);
  });

  it('says what to do when the database does not answer', async () => {
    const started = await start({ DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/site' });
    expect(started.output()).toContain('No database answers at 127.0.0.1:1/site');
    expect(started.output()).not.toContain('secret');
    expect(started.process.exitCode).toBe(1);
  });
});
