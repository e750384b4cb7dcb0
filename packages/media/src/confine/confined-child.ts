import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { probeOnce } from './probe-once.ts';
import { programsFolder } from './work-folder.ts';

export interface ChildLimits {
  /**
   * How long it may take with a processor to itself; the child and all it started are killed then. It is the last in
   * line for one: on a busy machine (Linux, which tells) it has up to four times as long to come to this much work.
   */
  readonly timeMs: number;
  /**
   * Writable memory (RLIMIT_DATA, Linux). Node itself reserves about 0.65 GB of it, mostly untouched;
   * the worst 50 megapixels that were tried need 0.5 GB more.
   */
  readonly memoryBytes: number;
  /** Memory in use (Linux), looked at several times a second: what was only reserved does not count. */
  readonly residentBytes?: number;
  /** Of each file that the child writes; 512 MB unless told. */
  readonly fileBytes?: number;
}

export type ChildEnd =
  | { readonly end: 'done' }
  | { readonly end: 'time_limit' }
  | { readonly end: 'memory_limit'; readonly detail: string }
  /** A signal, as when a decoder trips over hostile bytes. */
  | { readonly end: 'crashed'; readonly detail: string }
  /** An exception that the program did not expect. */
  | { readonly end: 'failed'; readonly detail: string };

export interface ChildOptions {
  /** What the child writes to its standard output; nothing is read of it unless this is given. What it throws ends the child, and the call. */
  readonly onOutput?: (text: string) => void;
  /** Peak of the memory in use, in bytes, as it was last seen (Linux). */
  readonly onMemory?: (peakBytes: number) => void;
  /** Leaves the child its parent's network, to show that nothing else reaches for it. */
  readonly withNetwork?: boolean;
  /** Kills the child; the end is then whatever it came to. */
  readonly signal?: AbortSignal;
  /** More than the few variables that every child has. */
  readonly env?: Readonly<Record<string, string>>;
}

const stderrBytes = 8192;
/** Times its time limit that a child may take by the clock. */
const mostPatience = 4;
const usualNiceness = 10;
const defaultFileBytes = 512 * 1024 * 1024;

/** As `runConfinedCommand`, for a program of ours in Node: the folder is its one argument. */
export function runConfined(
  program: string,
  folder: string,
  limits: ChildLimits,
  options: ChildOptions = {},
): Promise<ChildEnd> {
  // What Node made of our programs is kept: a tenth of the work on a photo.
  const env = { NODE_COMPILE_CACHE: programsFolder(), ...options.env };
  return runConfinedCommand([process.execPath, '--max-old-space-size=192', program, folder], folder, limits, {
    ...options,
    env,
  });
}

/**
 * Runs a program on a folder in a process of its own: that folder as working and temporary folder, no environment,
 * limits on time, memory, processor time and file size, behind everyone else in the line for the processor and,
 * where Linux lets us, no network. Never throws for what the child does; throws when it cannot be started or was asked to
 * end by somebody else.
 */
export async function runConfinedCommand(
  command: readonly string[],
  folder: string,
  limits: ChildLimits,
  options: ChildOptions = {},
): Promise<ChildEnd> {
  options.signal?.throwIfAborted();
  const confined = [...(options.withNetwork ? [] : await networkless()), ...(await endingWithUs()), ...command];
  const child = spawn('/bin/sh', ['-c', limitScript(limits), 'sh', ...confined], {
    cwd: folder,
    env: {
      HOME: folder,
      TMPDIR: folder,
      PATH: '/usr/bin:/bin',
      MALLOC_ARENA_MAX: '2',
      UV_THREADPOOL_SIZE: '2',
      ...options.env,
    },
    // A group of its own, so that one kill reaches whatever the child may have started.
    detached: true,
    stdio: ['ignore', options.onOutput ? 'pipe' : 'ignore', 'pipe'],
  });
  let stderr = '';
  let unread: unknown;
  child.stdout
    ?.setEncoding('utf8')
    .on('error', () => undefined)
    .on('data', (text: string) => {
      try {
        options.onOutput?.(text);
      } catch (error) {
        unread ??= error;
        killGroup(child.pid);
      }
    });
  child.stderr
    ?.on('error', () => undefined)
    .on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString('latin1')).slice(-stderrBytes);
    });

  let [late, large] = [false, false];
  const watch = watchMemory(child.pid, (peakBytes, residentBytes) => {
    options.onMemory?.(peakBytes);
    if (residentBytes <= (limits.residentBytes ?? Number.POSITIVE_INFINITY)) return;
    large = true;
    killGroup(child.pid);
  });
  const onAbort = (): void => killGroup(child.pid);
  options.signal?.addEventListener('abort', onAbort);
  const timer = whenTimeIsUp(child.pid, limits.timeMs, () => {
    late = true;
    killGroup(child.pid);
  });
  try {
    const { code, signal } = await new Promise<{ code: number | null; signal: NodeJS.Signals | null }>(
      (ended, failed) => {
        child.on('error', failed);
        child.once('close', (code, signal) => ended({ code, signal }));
        // 'close' waits for the pipe, which a grandchild may hold open.
        child.once('exit', () => killGroup(child.pid));
      },
    );
    if (unread !== undefined) throw unread;
    if (large) return { end: 'memory_limit', detail: `more than ${limits.residentBytes} bytes in use` };
    if (late || signal === 'SIGXCPU') return { end: 'time_limit' };
    if (code === 0) return { end: 'done' };
    const detail = `${signal ?? `exit ${code}`}: ${stderr.trim().slice(-800)}`;
    // A supervisor that stops the whole deployment asks every process of it: that says nothing of what was looked at either.
    if (signal !== null && askedToEnd.has(signal)) throw new Error(`The child was ended from outside: ${detail}`);
    // Says nothing of what was to be looked at: the system had no room for a namespace, say, or the program is gone.
    if (wasNeverStarted(stderr)) throw new Error(`The child was not started: ${detail}`);
    if (ranOutOfMemory(signal, stderr)) return { end: 'memory_limit', detail };
    return { end: signal === null ? 'failed' : 'crashed', detail };
  } finally {
    options.signal?.removeEventListener('abort', onAbort);
    timer.clear();
    clearInterval(watch);
  }
}

/** `ulimit` is the one way to set a limit that every Linux and macOS has; a limit that a system does not know is skipped. */
function limitScript({ timeMs, memoryBytes, fileBytes = defaultFileBytes }: ChildLimits): string {
  // Also ends a child whose parent is gone.
  const cpuSeconds = Math.ceil(timeMs / 1000) * Math.max(2, availableParallelism()) + 1;
  const set = [`-c 0`, `-t ${cpuSeconds}`, `-f ${Math.ceil(fileBytes / 512)}`, `-d ${Math.ceil(memoryBytes / 1024)}`];
  return `${set.map((limit) => `ulimit ${limit} 2>/dev/null;`).join(' ')} exec nice -n ${niceness()} "$@"`;
}

/** `MEDIA_NICENESS` of the environment, 0 to 19: 0 where the machine does nothing else, as nobody is to be let pass there. */
function niceness(): number {
  const told = Number(process.env['MEDIA_NICENESS'] || usualNiceness);
  return Number.isInteger(told) && told >= 0 && told <= 19 ? told : usualNiceness;
}

/** A good photo must not be refused because others kept the processors busy: what counts is what the child got of them. */
function whenTimeIsUp(pid: number | undefined, timeMs: number, end: () => void): { clear: () => void } {
  const since = performance.now();
  const look = (): void => {
    const used = pid === undefined ? null : processorMsOf(pid);
    if (used === null || used >= timeMs || performance.now() - since >= timeMs * mostPatience) return end();
    timer = setTimeout(look, Math.min(1000, timeMs / 2));
  };
  let timer = setTimeout(look, timeMs);
  return { clear: () => clearTimeout(timer) };
}

/** What all threads of a process have had of the processors; null where nobody tells. */
function processorMsOf(pid: number): number | null {
  try {
    // The name, in brackets, may hold anything; user and system time are the 14th and 15th word, in hundredths.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return null;
  }
}

/** Linux alone tells; elsewhere there is the limit on what is reserved, or nothing. */
function watchMemory(
  pid: number | undefined,
  seen: (peakBytes: number, residentBytes: number) => void,
): NodeJS.Timeout | undefined {
  if (process.platform !== 'linux' || pid === undefined) return undefined;
  return setInterval(() => {
    const status = statusOf(pid);
    if (status === null) return;
    const kilobytes = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0);
    seen(kilobytes('VmHWM') * 1024, kilobytes('VmRSS') * 1024);
  }, 50);
}

/** Null when the process is gone. No disk is behind it: the kernel answers at once, and handing it to a thread costs ten times as much. */
function statusOf(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/status`, 'latin1');
  } catch {
    return null;
  }
}

/** An empty network namespace; containers often forbid it, and then the child has the network of its parent. */
const networkless = probeOnce(['unshare', '--map-root-user', '--net']);

/** A worker that is killed takes its child with it (Linux); elsewhere the limit on processor time ends it. */
const endingWithUs = probeOnce(['setpriv', '--pdeathsig', 'KILL']);

/** No decoder that trips ends by one of these. */
const askedToEnd: ReadonlySet<NodeJS.Signals> = new Set(['SIGTERM', 'SIGINT', 'SIGHUP']);

/** The words of those that stand before the program in the command, which end when it begins. */
const wasNeverStarted = (stderr: string): boolean => /^(?:unshare|setpriv|nice|sh|\/bin\/sh): /.test(stderr);

/** SIGKILL that was not ours is the kernel's own answer to too little memory. */
const ranOutOfMemory = (signal: NodeJS.Signals | null, stderr: string): boolean =>
  signal === 'SIGKILL' ||
  /out of memory|heap limit|allocation failed|failed to allocate|bad_alloc|cannot allocate/i.test(stderr);

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}
