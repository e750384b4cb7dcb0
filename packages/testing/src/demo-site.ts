import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmodSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { copySeed, makeSeed } from './demo-seed.ts';
import { makeSmallTenants, smallTenantsOf } from './small-tenants.ts';

export interface DemoSite {
  readonly port: number;
  readonly dataDir: string;
  /** All that the process has written so far. */
  output(): string;
  /** Asks the process for a report of itself, as it writes one when it crashes (Node's `--report-on-signal`). */
  report(): void;
  /** Ends the process and keeps its data. */
  end(): Promise<void>;
  /** Ends the process and removes its data. */
  stop(): Promise<void>;
}

/**
 * The product as `npm start` brings it up, on a free port with data of its own. Where `DEMO_SEED`
 * names a folder, the data are a copy of what `makeDemoSeed` made there, with small pictures.
 *
 * @param env on top of this process's own
 */
export async function startDemoSite(env: Readonly<Record<string, string>> = {}): Promise<DemoSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'demo-'));
  // Root's Postgres runs as somebody else, who has to get in.
  chmodSync(dataDir, 0o711);
  const seed = process.env['DEMO_SEED'];
  if (!seed) return startOn(dataDir, env);
  await copySeed(seed, dataDir);
  return startOn(dataDir, { ...seedSites, TENANTS_DIR: smallTenantsOf(seed), ...env });
}

/** Journeys are made on two; films of a third would be minutes of work. */
const seedSites = { SITES: 'clay,patch' };

/** Fills the folder of the seed, once. */
export const makeDemoSeed = (seed: string): Promise<void> =>
  makeSeed(seed, async (folder) => {
    await makeSmallTenants(seed);
    return startOn(folder, { ...seedSites, TENANTS_DIR: smallTenantsOf(seed) });
  });

async function startOn(dataDir: string, env: Readonly<Record<string, string>>): Promise<DemoSite> {
  const root = resolve(import.meta.dirname, '../../..');
  const port = await freePair();
  const child = spawn(process.execPath, [join(root, 'scripts/start.ts')], {
    cwd: root,
    env: { ...process.env, ...env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const ended = new Promise<number | null>((done) => {
    child.once('exit', done);
  });
  await new Promise<void>((ready, failed) => {
    const hear = (text: Buffer): void => {
      said += text.toString();
      if (said.includes(`clay.localhost:${port}`)) ready();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    void ended.then((code) => failed(new Error(`The demo sites did not start (${code}):\n${said}`)));
  });
  const end = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  return {
    port,
    dataDir,
    output: () => said,
    report() {
      child.kill('SIGUSR2');
    },
    end,
    async stop() {
      await end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * A free port whose next one is free too: the card provider's twin takes that. By chance and below the ports that the
 * system gives out, so that journeys beside each other do not meet.
 */
export async function freePair(): Promise<number> {
  for (;;) {
    const port = 10_000 + 2 * randomInt(10_000);
    if ((await freePort(port)) !== null && (await freePort(port + 1)) !== null) return port;
  }
}

function freePort(wanted: number): Promise<number | null> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(null));
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
}
