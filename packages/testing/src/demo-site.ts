import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export interface DemoSite {
  readonly port: number;
  stop(): Promise<void>;
}

/** The product as `npm start` brings it up, on a free port with data of its own. */
export async function startDemoSite(): Promise<DemoSite> {
  const root = resolve(import.meta.dirname, '../../..');
  const dataDir = await mkdtemp(join(tmpdir(), 'demo-'));
  const port = await freePair();
  const child = spawn(process.execPath, [join(root, 'scripts/start.ts')], {
    cwd: root, env: { ...process.env, PORT: String(port), DATA_DIR: dataDir }, stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((ready, failed) => {
    let said = '';
    child.stdout.on('data', (text: Buffer) => {
      said += text.toString();
      if (said.includes(`clay.localhost:${port}`)) ready();
    });
    child.once('exit', (code) => failed(new Error(`The demo sites did not start (${code}):\n${said}`)));
  });
  return {
    port,
    async stop() {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A free port whose next one is free too: the card provider's twin takes that. */
async function freePair(): Promise<number> {
  for (;;) {
    const port = await freePort(0);
    if (port !== null && await freePort(port + 1) !== null) return port;
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
