import { spawn } from 'node:child_process';

export interface CommandResult {
  code: number;
  /** Standard output and errors in the order in which they came. */
  output: string;
  /** Seconds of processors that it and all its children took; null where the system has no way to tell. */
  processorSeconds: number | null;
}

/** A shell that runs the command it is given, and tells on a line of its own, which the command does not get, what it took of the processors. */
const measuring = ['/bin/sh', '-c', '"$@" 3>&-; code=$?; times >&3; exit $code', 'sh'] as const;

/** Runs a program to its end and keeps what it said; with `show`, also passes it on at once. */
export function runCommand(
  command: string,
  args: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; show?: boolean; timeoutMs?: number } = {},
): Promise<CommandResult> {
  // What has a time limit is ended by it, and a shell in between would not pass that on.
  const isMeasured = process.platform !== 'win32' && options.timeoutMs === undefined;
  const [program, ...given] = [...(isMeasured ? measuring : []), command, ...args];
  return new Promise((resolve) => {
    const child = spawn(program!, given, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      timeout: options.timeoutMs,
      killSignal: 'SIGTERM',
    });
    let output = '';
    let times = '';
    const take = (chunk: Buffer) => {
      output += chunk;
      if (options.show) process.stdout.write(chunk);
    };
    child.stdout!.on('data', take);
    child.stderr!.on('data', take);
    child.stdio[3]!.on('data', (chunk: Buffer) => {
      times += chunk;
    });
    child.on('error', (error) => resolve({ code: 127, output: `${output}${error.message}`, processorSeconds: null }));
    child.on('close', (code, signal) => {
      if (signal) output += `\n${command} was stopped by ${signal}`;
      resolve({ code: code ?? 128, output, processorSeconds: isMeasured ? secondsIn(times) : null });
    });
  });
}

/** `times` of a shell: user and system time of itself, and below those of its children, as `1m2.34s`. */
export function secondsIn(times: string): number | null {
  const found = [...(times.trim().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
  if (found.length !== 2) return null;
  return found.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}
