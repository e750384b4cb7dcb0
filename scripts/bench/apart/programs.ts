import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** A process of its own, measured from outside. */
export interface Program {
  /** Processor milliseconds, its own and the kernel's for it, of all its threads since it began; in steps of ten. */
  cpuMs(): Promise<number>;
  /** Resident megabytes (2^20). */
  residentMb(): Promise<number>;
  /** Sends a message and resolves with the next one that comes back. Rejects when the program ends instead, or tells an error. */
  ask<T>(message: object): Promise<T>;
  stop(): Promise<void>;
}

/** Of `/proc/…/stat`: how many of its ticks are a second. Linux has told programs 100 for as long as it has had the file. */
const ticksASecond = 100;

/**
 * Starts a program of this checkout.
 *
 * @param file from this folder
 * @param env on top of this process's own
 */
export function startProgram(file: string, env: Readonly<Record<string, string>> = {}): Program {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const read = (name: string): Promise<string> => readFile(`/proc/${child.pid}/${name}`, 'utf8');
  return {
    async cpuMs() {
      // The program's name stands in brackets and may hold anything.
      const fields = (await read('stat')).split(') ')[1]!.split(' ');
      return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksASecond;
    },
    async residentMb() {
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(await read('status'))![1]) / 1024;
    },
    ask: (message) => {
      const answer = nextMessage(child);
      child.send(message);
      return answer as Promise<never>;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** The server of a deployment, as `main.ts` starts it: resolves when it serves. */
export async function startServer(
  env: Readonly<Record<string, string>>,
): Promise<{ readonly program: Program; readonly port: number }> {
  const program = startProgram('../../../services/server/src/main.ts', env);
  const { port } = await program.ask<{ port: number }>({});
  return { program, port };
}

function nextMessage(child: ChildProcess): Promise<object> {
  return new Promise((resolve, reject) => {
    const ended = (): void => reject(new Error(`${child.spawnargs.at(-1)} ended.`));
    child.once('exit', ended);
    child.once('message', (message: { error?: string }) => {
      child.off('exit', ended);
      if (message.error === undefined) resolve(message);
      else reject(new Error(message.error));
    });
  });
}
