import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The system account that Postgres runs as; null when that is simply our own. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Postgres refuses to run as root: there it gets the account `postgres`, or `nobody`. */
export function chooseAccount(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const wanted of ['postgres', 'nobody']) {
    const line = lines.find(([name]) => name === wanted);
    const [uid, gid] = [Number(line?.[2]), Number(line?.[3])];
    if (uid > 0 && Number.isInteger(gid)) return { name: wanted, uid, gid };
  }
  throw new Error(
    'Postgres does not run as root, and there is no account "postgres" or "nobody" to run it as: add one (useradd --system postgres), start as another user, or set DATABASE_URL to a server of your own.',
  );
}

export function spawnIdentity(account: Account | null): { uid?: number; gid?: number } {
  return account === null ? {} : { uid: account.uid, gid: account.gid };
}

/** Whether the account may walk down to this folder; a checkout under /root, for one, it may not. */
export function canReach(account: Account | null, folder: string): boolean {
  if (account === null) return true;
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...spawnIdentity(account), cwd: '/', stdio: 'ignore' })
      .status === 0
  );
}
