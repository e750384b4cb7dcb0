import { spawn } from 'node:child_process';

export interface CommandResult {
  code: number;
  /** Standard output and errors in the order in which they came. */
  output: string;
}

/** Runs a program to its end and keeps what it said; with `show`, also passes it on at once. */
export function runCommand(
  command: string,
  args: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; show?: boolean; timeoutMs?: number } = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: options.timeoutMs,
      killSignal: 'SIGTERM',
    });
    let output = '';
    const take = (chunk: Buffer) => {
      output += chunk;
      if (options.show) process.stdout.write(chunk);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', (error) => resolve({ code: 127, output: `${output}${error.message}` }));
    child.on('close', (code, signal) => {
      if (signal) output += `\n${command} was stopped by ${signal}`;
      resolve({ code: code ?? 128, output });
    });
  });
}
