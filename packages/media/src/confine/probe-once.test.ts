import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeOnce } from './probe-once.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tried-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function program(lines: string): Promise<[string, string]> {
  const path = join(folder, `program-${Math.random().toString(36).slice(2)}`);
  await writeFile(path, `#!/bin/sh\n${lines}\n`);
  await chmod(path, 0o755);
  return [path, '--net'];
}

describe('words before a command, tried once', () => {
  it('are used where the try succeeds', async () => {
    const prefix = await program('exit 0');
    expect(await probeOnce(prefix)()).toEqual(prefix);
  });

  it.each([
    'unshare failed: Operation not permitted',
    'write failed /proc/self/uid_map: Permission denied',
    'unshare failed: Invalid argument',
    'unrecognized option: pdeathsig',
  ])('are left out where the system says no: %s', async (said) => {
    expect(await probeOnce(await program(`echo "unshare: ${said}" >&2; exit 1`))()).toEqual([]);
  });

  it('are left out where there is no such program', async () => {
    expect(await probeOnce(['/no/such/program'])()).toEqual([]);
  });

  it('a slow machine forbids nothing: the try that took too long is an error, and the next one counts', async () => {
    const slow = join(folder, 'slow');
    await writeFile(slow, '');
    const prefix = await program(`[ -e ${slow} ] && exec sleep 30; exit 0`);
    const tried = probeOnce(prefix, 300);
    await expect(tried()).rejects.toThrow('Nothing is known');
    await rm(slow);
    expect(await tried()).toEqual(prefix);
  });

  it.each(['Resource temporarily unavailable', 'Cannot allocate memory'])(
    'nor does one that has no room just now: %s',
    async (said) => {
      await expect(probeOnce(await program(`echo "unshare: unshare failed: ${said}" >&2; exit 1`))()).rejects.toThrow(
        said,
      );
    },
  );
});
