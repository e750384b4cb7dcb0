import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'open-storage-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Opens a store in a process of its own; answers its origin and how many files of the S3 client were loaded. */
async function opened(s3: object | null): Promise<{ origin: string | null; loaded: number }> {
  const code = `
    import { registerHooks } from 'node:module';
    let loaded = 0;
    registerHooks({ resolve: (name, context, next) => { const found = next(name, context); if (found.url.includes('@aws-sdk')) loaded += 1; return found; } });
    const { openStorage } = await import(${JSON.stringify(new URL('open-storage.ts', import.meta.url).href)});
    const { origin } = await openStorage({ diskRoot: ${JSON.stringify(join(folder, 'disk'))}, s3: ${JSON.stringify(s3)} });
    console.log(JSON.stringify({ origin, loaded }));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code]);
  return JSON.parse(stdout);
}

describe('the store of a deployment', () => {
  it('is a folder where no bucket is named, and the S3 client is not even loaded', async () => {
    expect(await opened(null)).toEqual({ origin: null, loaded: 0 });
  });

  it('is the bucket that is named; pages may talk to where browsers reach it', async () => {
    const s3 = { bucket: 'films', region: 'eu-north-1', accessKeyId: 'id', secretAccessKey: 'secret' };
    const aws = await opened({ ...s3, endpoint: null });
    expect(aws.origin).toBe('https://films.s3.eu-north-1.amazonaws.com');
    expect(aws.loaded).toBeGreaterThan(0);
    expect(
      (await opened({ ...s3, endpoint: 'http://minio:9000', publicEndpoint: 'https://media.example' })).origin,
    ).toBe('https://media.example');
  });
});
