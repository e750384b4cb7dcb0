import { createServer, type AddressInfo } from 'node:net';

import { describe, expect, it } from 'vitest';

import { explainDatabase } from './connect.ts';
import { checkDisk, checkPort } from './preflight.ts';

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

  it('a database that does not answer is told without its password', () => {
    const refused = Object.assign(new Error('unreachable'), { cause: new AggregateError([Object.assign(new Error('no'), { code: 'ECONNREFUSED' })]) });
    const told = explainDatabase(refused, 'postgres://me:secret@db.test:5433/site') as Error;
    expect(told.message).toContain('No database answers at db.test:5433/site');
    expect(told.message).not.toContain('secret');
  });

  it('another failure is left as it is', () => {
    const error = new Error('a bug');
    expect(explainDatabase(error, 'postgres://x')).toBe(error);
  });
});
