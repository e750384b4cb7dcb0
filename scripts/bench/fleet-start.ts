import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';

/** Seconds from the start of the program, as `npm start` runs it in production, to its being ready, the second time. */
export async function timeSecondStart(dataDir: string, databaseUrl: string): Promise<number> {
  const sitesDir = join(dataDir, 'no-sites');
  mkdirSync(sitesDir, { recursive: true });
  await start(dataDir, databaseUrl, sitesDir);
  return start(dataDir, databaseUrl, sitesDir);
}

async function start(dataDir: string, databaseUrl: string, sitesDir: string): Promise<number> {
  const [port, operationsPort] = [await freePort(), await freePort()];
  const since = performance.now();
  const child = fork(join(import.meta.dirname, '../start.ts'), [], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      TRUSTED_PROXIES: '127.0.0.1',
      PLATFORM_HOST: 'platform.test',
      SECRET_KEY: 'a1'.repeat(32),
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      TENANTS_DIR: sitesDir,
      PORT: String(port),
      OPERATIONS_PORT: String(operationsPort),
      LOG_LEVEL: 'fatal',
    },
    silent: true,
  });
  let said = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text: Buffer) => (said += text.toString()));
  const gone = once(child, 'exit');
  const ready = await Promise.race([once(child, 'message'), gone.then(() => null)]);
  if (ready === null) throw new Error(`The server did not start:\n${said}`);
  const seconds = (performance.now() - since) / 1_000;
  child.kill('SIGTERM');
  await gone;
  return seconds;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
