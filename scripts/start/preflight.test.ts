import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DatabaseError } from '@backlot/database';
import { describe, expect, it } from 'vitest';

import { PlainFailure } from '../bootstrap/progress.mjs';
import { explainDatabase, requireAddress } from './connect.ts';
import { checkDisk, checkFree, checkPort } from './preflight.ts';

describe('before the start', () => {
  it('a busy port is told with the way out', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    await expect(checkPort(port, 'PORT')).rejects.toThrow(`Port ${port} is in use`);
    await new Promise((resolve) => other.close(resolve));
    await expect(checkPort(port, 'PORT')).resolves.toBeUndefined();
  });

  it('a data folder that cannot be made is told with the way out', async () => {
    await expect(checkDisk('/dev/null/data')).rejects.toThrow('DATA_DIR=');
  });

  it.runIf(process.platform === 'linux')(
    'a data folder where none can be made ends the start, too',
    () => {
      const check = `import('./scripts/start/preflight.ts').then(({ checkDisk }) => checkDisk('/proc/data/more'))`;
      const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', check], {
        cwd: join(import.meta.dirname, '../..'),
        timeout: 60_000,
        encoding: 'utf8',
      });
      expect([status, stderr]).toEqual([1, expect.stringContaining('DATA_DIR=')]);
    },
    90_000,
  );

  it('a disk that is nearly full refuses a first start, and later ones only where nothing could recover', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'disk-'));
    expect(() => checkFree(dataDir, 399)).toThrow('Only 399 MB are free');
    expect(() => checkFree(dataDir, 400)).not.toThrow();
    mkdirSync(join(dataDir, 'media'));
    expect(() => checkFree(dataDir, 50)).not.toThrow();
    expect(() => checkFree(dataDir, 49)).toThrow('50 MB are needed');
    rmSync(dataDir, { recursive: true });
  });

  it('a database that does not answer is told without its password', () => {
    const refused = Object.assign(new Error('unreachable'), {
      cause: new AggregateError([Object.assign(new Error('no'), { code: 'ECONNREFUSED' })]),
    });
    const told = explainDatabase(refused, 'postgres://me:secret@db.test:5433/site') as Error;
    expect(told.message).toContain('No database answers at db.test:5433/site');
    expect(told.message).not.toContain('secret');
  });

  it.each([
    'garbage',
    'mysql://me:secret@db.test/site',
    'postgres://me:secret@db.test',
    'postgres://me:sec%zzret@db.test/site',
  ])('what is no address of a database is told without its password: %s', (url) => {
    expect(() => requireAddress(url)).toThrow(/^DATABASE_URL (?!.*secret)/);
    expect(() => requireAddress('postgres://me:sec%23ret@db.test:5433/site?sslmode=require')).not.toThrow();
  });

  it('a server that refuses for a reason of its own is told in its words', () => {
    const refused = new DatabaseError(
      'unreachable',
      'Postgres at db.test:5432 refuses the owner me (The server does not support SSL connections)',
      { cause: new Error('The server does not support SSL connections') },
    );
    expect(explainDatabase(refused, 'postgres://me:secret@db.test/site')).toBeInstanceOf(PlainFailure);
  });

  it('another failure is left as it is', () => {
    const error = new Error('a bug');
    expect(explainDatabase(error, 'postgres://x')).toBe(error);
  });
});
