import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withOwner } from '../owner.ts';
import { isAlive } from './postmaster.ts';
import { startEmbedded } from './start-embedded.ts';

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'embedded, "its" '));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const start = () => startEmbedded({ dataDir });
/** The server's own address of a connection; null on a socket. */
const askedOn = (url: string): Promise<string | null> =>
  withOwner(url, async (owner) => {
    const { rows } = await owner.query<{ address: string | null }>('select inet_server_addr()::text as address');
    return rows[0]!.address;
  });
const until = async (condition: () => boolean) => {
  await expect.poll(condition, { timeout: 15_000 }).toBe(true);
};

it('starts on an empty folder, keeps its data over a restart and answers on its socket and on loopback with a password only', async () => {
  const steps: string[] = [];
  const first = await startEmbedded({ dataDir, onProgress: (step) => steps.push(step) });
  expect(steps).toEqual(expect.arrayContaining(['creating the database', 'starting Postgres']));
  await withOwner(first.url, async (owner) => {
    await owner.query('create table public.kept (id int); insert into public.kept values (1)');
    const { rows } = await owner.query('show max_locks_per_transaction');
    expect(rows).toEqual([{ max_locks_per_transaction: '256' }]);
  });
  expect(await askedOn(first.url)).toBeNull();
  const onPort = first.url.replace(/@[^:]+:/, '@127.0.0.1:');
  expect(await askedOn(onPort)).toBe('127.0.0.1/32');
  for (const url of [first.url, onPort]) {
    const wrong = new URL(url);
    wrong.password = 'wrong';
    await expect(withOwner(wrong.href, async () => 1)).rejects.toMatchObject({
      reason: 'unreachable',
      cause: { code: '28P01' },
    });
  }
  expect(statSync(join(dataDir, 'password')).mode & 0o777).toBe(0o600);
  await first.stop();
  expect(isAlive(first.pid)).toBe(false);

  const second = await start();
  expect(await withOwner(second.url, async (owner) => (await owner.query('select id from public.kept')).rows)).toEqual([
    { id: 1 },
  ]);
  await second.stop();
});

it('is asked by its port where the path of a socket would be too long for the system', async () => {
  const deep = await startEmbedded({ dataDir: join(dataDir, 'a-long-name-'.repeat(8)) });
  expect(await askedOn(deep.url)).toBe('127.0.0.1/32');
  await deep.stop();
});

it('after a kill -9 of its process Postgres lives on and the next start takes it over', async () => {
  const program = `import { startEmbedded } from ${JSON.stringify(new URL('./start-embedded.ts', import.meta.url).href)};
    const { pid } = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)} });
    process.stdout.write(String(pid)); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = Number(await new Promise<string>((said) => child.stdout.once('data', (text) => said(String(text)))));
  child.kill('SIGKILL');
  await new Promise((gone) => child.once('exit', gone));
  expect(isAlive(pid)).toBe(true);

  const next = await start();
  expect(next).toMatchObject({ adopted: true, pid });
  expect(await withOwner(next.url, async (owner) => (await owner.query('select 1 as one')).rows)).toEqual([{ one: 1 }]);
  await next.stop();
  expect(isAlive(pid)).toBe(false);
});

it('after a kill -9 of Postgres itself, and with its pid taken by another program, the next start recovers', async () => {
  const first = await start();
  let told = 0;
  first.onEnd(() => {
    told += 1;
  });
  process.kill(first.pid, 'SIGKILL');
  await until(() => !isAlive(first.pid));
  await until(() => told === 1);
  const cluster = join(
    dataDir,
    readdirSync(dataDir).find((name) => /^pg\d+$/.test(name))!,
  );
  const pidFile = join(cluster, 'postmaster.pid');
  const stranger = readFileSync(pidFile, 'utf8').split('\n');
  if (process.platform === 'linux') writeFileSync(pidFile, [String(process.pid), ...stranger.slice(1)].join('\n'));
  const second = await start();
  expect(second.adopted).toBe(false);
  expect(await withOwner(second.url, async (owner) => (await owner.query('select id from public.kept')).rows)).toEqual([
    { id: 1 },
  ]);
  await second.stop();
});

it('two starts at once share one Postgres, which stays while either is connected', async () => {
  const [one, two] = await Promise.all([start(), start()]);
  expect(one.pid).toBe(two.pid);
  await withOwner(two.url, async () => {
    await one.stop();
    expect(isAlive(two.pid)).toBe(true);
  });
  await two.stop();
  expect(isAlive(two.pid)).toBe(false);
});

it('a folder without its password says what to do', async () => {
  rmSync(join(dataDir, 'password'));
  await expect(start()).rejects.toThrow(/password is missing.*restore the file, or remove/s);
});
