import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';

export interface ChildLimits {
  /** Wall clock; the child and all it started are killed then. */
  readonly timeMs: number;
  /**
   * Writable memory (RLIMIT_DATA, Linux). Node itself reserves about 0.65 GB of it, mostly untouched;
   * the worst 50 megapixels that were tried need 0.5 GB more.
   */
  readonly memoryBytes: number;
}

export type ChildEnd =
  | { readonly end: 'done' }
  | { readonly end: 'time_limit' }
  | { readonly end: 'memory_limit'; readonly detail: string }
  /** A signal, as when a decoder trips over hostile bytes. */
  | { readonly end: 'crashed'; readonly detail: string }
  /** An exception that the program did not expect. */
  | { readonly end: 'failed'; readonly detail: string };

const stderrBytes = 8192;

/**
 * Runs a Node program on a folder in a process of its own: that folder as working and temporary folder, no
 * environment, limits on time, memory, processor time and file size and, where Linux lets us, no network.
 * Never throws for what the child does; throws when it cannot be started.
 */
export async function runConfined(program: string, folder: string, limits: ChildLimits): Promise<ChildEnd> {
  const command = [...(await networkless()), process.execPath, '--max-old-space-size=192', program, folder];
  const child = spawn('/bin/sh', ['-c', limitScript(limits), 'sh', ...command], {
    cwd: folder,
    env: { HOME: folder, TMPDIR: folder, PATH: '/usr/bin:/bin', MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' },
    // A group of its own, so that one kill reaches whatever the child may have started.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => { stderr = (stderr + chunk.toString('latin1')).slice(-stderrBytes); });

  let late = false;
  const timer = setTimeout(() => { late = true; killGroup(child.pid); }, limits.timeMs);
  try {
    const { code, signal } = await new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((ended, failed) => {
      child.once('error', failed);
      child.once('close', (code, signal) => ended({ code, signal }));
      // 'close' waits for the pipe, which a grandchild may hold open.
      child.once('exit', () => killGroup(child.pid));
    });
    if (late || signal === 'SIGXCPU') return { end: 'time_limit' };
    if (code === 0) return { end: 'done' };
    const detail = `${signal ?? `exit ${code}`}: ${stderr.trim().slice(-400)}`;
    if (ranOutOfMemory(signal, stderr)) return { end: 'memory_limit', detail };
    return { end: signal === null ? 'failed' : 'crashed', detail };
  } finally {
    clearTimeout(timer);
  }
}

/** `ulimit` is the one way to set a limit that every Linux and macOS has; a limit that a system does not know is skipped. */
function limitScript({ timeMs, memoryBytes }: ChildLimits): string {
  const cpuSeconds = Math.ceil(timeMs / 1000) * 2 + 1; // also ends a child whose parent is gone
  const fileBlocks = 512 * 1024 * 1024 / 512;
  const set = [`-c 0`, `-t ${cpuSeconds}`, `-f ${fileBlocks}`, `-d ${Math.ceil(memoryBytes / 1024)}`];
  return `${set.map((limit) => `ulimit ${limit} 2>/dev/null;`).join(' ')} exec "$@"`;
}

let networklessCommand: Promise<string[]> | undefined;

/** An empty network namespace; containers often forbid it, and then the child has the network of its parent. */
function networkless(): Promise<string[]> {
  const options = ['--map-root-user', '--net'];
  networklessCommand ??= promisify(execFile)('unshare', [...options, 'true'], { timeout: 5000 }).then(() => ['unshare', ...options], () => []);
  return networklessCommand;
}

/** SIGKILL that was not ours is the kernel's own answer to too little memory. */
const ranOutOfMemory = (signal: NodeJS.Signals | null, stderr: string): boolean =>
  signal === 'SIGKILL' || /out of memory|heap limit|allocation failed|failed to allocate|bad_alloc|cannot allocate/i.test(stderr);

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}
