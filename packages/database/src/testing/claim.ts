import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isAlive } from '../embedded/postmaster.ts';

/**
 * True for one process of those that ask for the same file, until it ends; what a killed one left is taken over. The
 * file is there with its process's number or not at all: one that is made and then written is empty for a moment, and
 * looks as if nobody had it.
 */
export function claim(file: string): boolean {
  const own = `${file}-${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    for (let attempt = 0; attempt < 3; attempt++) {
      if (placed(own, file)) {
        process.on('exit', () => rmSync(file, { force: true }));
        return true;
      }
      const owner = read(file);
      if (owner === null) continue;
      if (isAlive(Number(owner))) return false;
      takeAway(file, owner);
    }
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

/** Somebody else may have done so and have it by now; then it is put back. */
function takeAway(file: string, owner: string): void {
  const away = `${file}-away-${process.pid}`;
  try {
    renameSync(file, away);
  } catch {
    return;
  }
  if (read(away) !== owner) placed(away, file);
  rmSync(away, { force: true });
}

function placed(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
