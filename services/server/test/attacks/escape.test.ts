import { openDatabase } from '@backlot/database';
import { createTestDatabase } from '@backlot/database/testing/create-test-database';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REPLACE_ME } from '../../src/process/process-guard.ts';
import { openLine } from '../../src/testing/raw-line.ts';

/** Nothing in the product throws where nobody catches; this does, as a library's emitter would. */
const breaker = `import { Server } from 'node:http';
const { emit } = Server.prototype;
Server.prototype.emit = function (event, request, ...rest) {
  const kind = event === 'request' ? request.headers['x-break'] : undefined;
  if (kind === 'emitter') setImmediate(() => { throw new Error('broken on purpose'); });
  if (kind === 'promise') setImmediate(async () => { throw new Error('broken on purpose'); });
  return emit.call(this, event, request, ...rest);
};`;

let folder = '';
let test: Awaited<ReturnType<typeof createTestDatabase>>;
const running = new Set<ChildProcess>();
beforeAll(async () => {
  [folder, test] = await Promise.all([mkdtemp(join(tmpdir(), 'escape-')), createTestDatabase()]);
  await writeFile(join(folder, 'breaker.mjs'), breaker);
  const database = await openDatabase({ url: test.url, poolSize: 1 });
  await database.provision({ slug: 'luna', hosts: ['luna.test'] });
  await database.close();
}, 60_000);
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await test.drop();
  await rm(folder, { recursive: true, force: true });
});

interface Line {
  level: number;
  msg: string;
  requestId?: string;
  tenant?: string;
  route?: string;
  status?: number;
  err?: { message: string };
}

async function startMain(): Promise<{ port: number; ended: Promise<number | null>; lines: () => Line[] }> {
  const child = spawn(
    process.execPath,
    ['--import', join(folder, 'breaker.mjs'), fileURLToPath(new URL('../../src/main.ts', import.meta.url))],
    {
      env: {
        ...process.env,
        NODE_ENV: '',
        DATABASE_URL: test.url,
        DATA_DIR: folder,
        PORT: '0',
        RUN_JOBS: 'off',
        LOG_LEVEL: 'info',
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
  running.add(child);
  let out = '';
  child.stdout!.on('data', (text: Buffer) => {
    out += text.toString();
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const [ready] = (await Promise.race([once(child, 'message'), ended.then(() => [{ port: 0 }])])) as [{ port: number }];
  return {
    port: ready.port,
    ended,
    lines: () =>
      out
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Line),
  };
}

it.each(['emitter', 'promise'])(
  'what escapes (%s) is logged with its request, the others are answered, and the process asks for its replacement',
  async (kind) => {
    const { port, ended, lines } = await startMain();
    const body = JSON.stringify({ email: 'a@b.test', password: 'x' });
    const [other, bad] = [await openLine(port), await openLine(port)];
    // Under way when the other one breaks, and ended afterwards.
    other.write(
      `POST /api/users/login HTTP/1.1\r\nhost: api.luna.test\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
    );
    bad.write(
      `POST /api/users/forgot_password HTTP/1.1\r\nhost: api.luna.test\r\nx-break: ${kind}\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n`,
    );
    await bad.ended();
    other.write(body.slice(5));
    expect(await other.until('\r\n\r\n')).toMatch(/^HTTP\/1\.1 40\d/);
    expect(await ended).toBe(REPLACE_ME);
    const fatal = lines().find(({ level }) => level === 60);
    expect(fatal).toMatchObject({
      err: { message: 'broken on purpose' },
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      tenant: expect.any(String),
    });
    expect(lines().find(({ msg, requestId }) => msg === 'request' && requestId === fatal?.requestId)).toMatchObject({
      route: '/api/users/forgot_password',
      status: 499,
    });
    expect(lines().some(({ route, status }) => route === '/api/users/login' && status! >= 400)).toBe(true);
  },
  60_000,
);
