import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

type Env = Readonly<Record<string, string>>;

interface Process {
  readonly child: ChildProcess;
  readonly loaded: Promise<void>;
  readonly ready: Promise<void>;
}

/** A server that is killed and started again, with the next one always loaded and waiting. */
export interface Victim {
  /**
   * Starts the process that waits, its clock so many milliseconds ahead, and has another one wait. Resolves when it
   * serves, or when it was killed before.
   */
  start(aheadMs?: number): Promise<void>;
  /** kill -9, now. Resolves when the process is gone. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** @param program as `bundleServer` made it; the server's sources unless told, which take longer to load */
export function createVictim(env: Env, program = fileURLToPath(new URL('serve.ts', import.meta.url))): Victim {
  let current: Process | null = null;
  let next: Process = spawnServer(program, env);
  const end = async (process: Process | null): Promise<void> => {
    if (!process || process.child.exitCode !== null || process.child.signalCode !== null) return;
    const gone = once(process.child, 'exit');
    process.child.kill('SIGKILL');
    await gone;
  };
  return {
    async start(aheadMs = 0) {
      const starting = (current = next);
      await starting.loaded;
      if (starting.child.connected) starting.child.send(aheadMs);
      next = spawnServer(program, env);
      await starting.ready;
    },
    kill: () => end(current),
    async close() {
      await Promise.all([end(current), end(next)]);
    },
  };
}

function spawnServer(program: string, env: Env): Process {
  const child = fork(program, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const heard = (word: string): Promise<void> =>
    new Promise((resolve, reject) => {
      child.on('message', (message) => {
        if (message === word) resolve();
        else if (typeof message === 'object' && message !== null && 'failed' in message)
          reject(new Error(String(message.failed)));
      });
      child.on('exit', () => resolve());
    });
  const [loaded, ready] = [heard('loaded'), heard('ready')];
  ready.catch(() => undefined);
  loaded.catch(() => undefined);
  return { child, loaded, ready };
}
