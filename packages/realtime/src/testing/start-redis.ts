import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

export interface TestRedis {
  readonly url: string;
  /** Stops answering without a word, as a machine that hangs. */
  stall(): void;
  goOn(): void;
  /** Ends and starts again at the same address, with nothing of what it kept. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A Redis of its own on a free port of 127.0.0.1; the gate names its program in `REDIS_PATH`. @throws where there is none */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort();
  let server = await serve(port);
  const stop = async (): Promise<void> => {
    server.kill('SIGCONT');
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    stall: () => void server.kill('SIGSTOP'),
    goOn: () => void server.kill('SIGCONT'),
    async restart() {
      await stop();
      server = await serve(port);
    },
    stop,
  };
}

async function serve(port: number): Promise<ChildProcess> {
  const server = spawn(
    process.env['REDIS_PATH'] ?? 'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  await new Promise<void>((ready, failed) => {
    server.once('error', failed);
    server.once('exit', (code) => failed(new Error(`redis-server ended with ${code}.`)));
    server.stdout.on('data', (text: Buffer) => {
      if (text.includes('Ready to accept connections')) ready();
    });
  });
  return server;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}
