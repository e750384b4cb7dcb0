import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** Milliseconds until a try counts for nothing: a busy machine may take seconds to start a program. */
const patienceMs = 60_000;

/**
 * These words before a command where the system lets us use them, and none where it says no. Throws where a try tells
 * neither (it took too long, there was no memory for it), and the next call tries again: what a machine forbids lasts,
 * what it has no room for just now does not, and a child without these words would have the network.
 */
export function probeOnce(
  prefix: readonly [string, ...string[]],
  timeMs: number = patienceMs,
): () => Promise<readonly string[]> {
  let tried: Promise<readonly string[]> | undefined;
  return () =>
    (tried ??= tryOut(prefix, timeMs).then(
      (isUsable) => (isUsable ? prefix : []),
      (error: unknown) => {
        tried = undefined;
        throw error;
      },
    ));
}

async function tryOut([program, ...options]: readonly [string, ...string[]], timeMs: number): Promise<boolean> {
  const { error, stderr } = await new Promise<{ error: NodeJS.ErrnoException | null; stderr: string }>((ended) => {
    // In English: the reason is known by its words, the code is 1 for all of them.
    execFile(
      program,
      [...options, 'true'],
      { timeout: timeMs, env: { PATH: process.env['PATH'], LC_ALL: 'C' } },
      (error, _stdout, stderr) => ended({ error: error as NodeJS.ErrnoException | null, stderr }),
    );
  });
  if (error === null) return true;
  if (error.code === 'ENOENT' || error.code === 'EACCES' || isRefusal.test(stderr)) return false;
  if (noRoom.test(stderr) && (await hasNoNamespaces())) return false;
  throw new Error(`Nothing is known of ${program}: ${stderr.trim() || error.message}`, { cause: error });
}

/** Of the kernel, or of a program that is too old to know the option. */
const isRefusal =
  /not permitted|permission denied|not implemented|not supported|invalid argument|(?:unrecognized|unknown|invalid) option/i;

/** Said when all namespaces are taken, and also where there are to be none. */
const noRoom = /no space left on device/i;

async function hasNoNamespaces(): Promise<boolean> {
  const most = await Promise.all(
    ['user', 'net'].map((kind) => readFile(`/proc/sys/user/max_${kind}_namespaces`, 'latin1').catch(() => '')),
  );
  return most.some((text) => text.trim() === '0');
}
