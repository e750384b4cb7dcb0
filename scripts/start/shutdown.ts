import { readFileSync } from 'node:fs';

const patienceMs = 15_000;

/**
 * What has to be closed, last opened first, when the process is asked to stop. It exits with 0
 * after everything is closed, and with 1 if that takes too long; with its own number where it was
 * asked for one, however long that takes: who wants to be replaced must not end for good.
 */
export class Shutdown {
  readonly #closers: { name: string; close: () => Promise<unknown> }[] = [];
  #stopping: Promise<never> | null = null;
  readonly #patienceMs: number;

  constructor(patience = patienceMs) {
    this.#patienceMs = patience;
  }

  get isStopping(): boolean {
    return this.#stopping !== null;
  }

  /** @param name shown if it does not close in time */
  add(name: string, close: () => Promise<unknown>): void {
    this.#closers.push({ name, close });
  }

  /** Stops on SIGTERM and SIGINT; leaves at once when the process that started this one is gone. */
  listen(): void {
    // Ctrl-C in a terminal reaches this process and is handed over by the starter as well.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void this.stop());
    // Who is killed with -9 expects that nothing of it is left, and may start the next one in the same moment.
    process.on('disconnect', () => process.exit(1));
    this.#watchNpm();
  }

  /** @param last runs when everything is closed, before the exit */
  stop(code = 0, last?: () => void): Promise<never> {
    this.#stopping ??= this.#closeAll(code, last);
    return this.#stopping;
  }

  async #closeAll(code: number, last?: () => void): Promise<never> {
    if (code === 0) console.log('\nStopping: finishing what is under way …');
    for (const { name, close } of this.#closers.toReversed()) {
      const late = setTimeout(() => {
        console.error(`${name} did not stop within ${this.#patienceMs / 1000} s; leaving it.`);
        process.exit(code || 1);
      }, this.#patienceMs);
      await close().catch((error: unknown) => console.error(`${name}:`, error));
      clearTimeout(late);
    }
    last?.();
    process.exit(code);
  }

  // A killed npm leaves its script running, and the next start would find the port taken.
  #watchNpm(): void {
    const npm = findNpm();
    if (npm === null) return;
    setInterval(() => {
      if (readParent(npm) === null) void this.stop();
    }, 1000).unref();
  }
}

/** The npm that runs this script, a shell or two further up; found on Linux only. */
function findNpm(): number | null {
  if (!process.env.npm_lifecycle_event) return null;
  for (let pid: number | null = process.ppid, level = 0; pid && level < 5; pid = readParent(pid), level++) {
    if (/^(npm|\S*node\0\S*npm)/.test(readProcess(pid, 'cmdline'))) return pid;
  }
  return null;
}

function readParent(pid: number): number | null {
  const stat = readProcess(pid, 'stat');
  const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return stat === '' || state === 'Z' ? null : Number(parent);
}

function readProcess(pid: number, what: string): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8');
  } catch {
    return '';
  }
}
