import { statfs } from 'node:fs/promises';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';

import { PlainFailure } from '../bootstrap/progress.mjs';

/** Throws a sentence that says what to do when a port is taken. */
export async function checkPort(port: number, variable: string, address = '127.0.0.1'): Promise<void> {
  if (port === 0) throw new PlainFailure(`${variable} must be a port number from 1 to 65534, not '0'.`);
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => reject(explainPort(error, port, variable)));
    probe.listen(port, address, () => probe.close(() => resolve()));
  });
}

/** The same sentence for a server that lost the port between the check and its start. */
export function explainPort(error: NodeJS.ErrnoException, port: number, variable: string): Error {
  if (error.code === 'EADDRINUSE') {
    return new PlainFailure(
      `Port ${port} is in use, perhaps by an earlier start. Stop what uses it, or choose another: ${variable}=${port + 100} npm start`,
    );
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new PlainFailure(
      'BIND_ADDRESS is no address of this machine. 127.0.0.1 answers this machine alone, 0.0.0.0 every network it is on.',
    );
  }
  if (error.code === 'EACCES') {
    return new PlainFailure(
      `Port ${port} needs more rights than this user has. Choose one above 1024: ${variable}=8000 npm start`,
    );
  }
  return error;
}

/** What a first start makes: a database, and the demonstrations' pictures and films. */
const neededAtFirst = 400;
/** A later start makes nothing, and must not keep away a deployment that ran until now; Postgres has to be able to recover. */
const neededLater = 50;

/** Throws when the data folder can't be written or its disk is nearly full. */
export async function checkDisk(dataDir: string): Promise<void> {
  try {
    makeFolder(dataDir);
    // Asked by writing: rights, a read-only file system and a full one all show here.
    rmSync(mkdtempSync(join(dataDir, '.probe-')), { recursive: true });
  } catch (error) {
    throw new PlainFailure(
      `The data folder ${dataDir} can't be made or written (${(error as NodeJS.ErrnoException).code}). Give it to the user who starts this, or choose another: DATA_DIR=/some/folder npm start`,
    );
  }
  const { bavail, bsize } = await statfs(dataDir);
  checkFree(dataDir, Math.floor((bavail * bsize) / 1_048_576));
}

/** Throws where too few megabytes are free for what a start makes in this folder. */
export function checkFree(dataDir: string, free: number): void {
  const wasStarted = ['postgres', 'media'].some((name) => existsSync(join(dataDir, name)));
  const needed = wasStarted ? neededLater : neededAtFirst;
  if (free < needed) {
    throw new PlainFailure(
      `Only ${free} MB are free where the data is kept (${dataDir}); ${needed} MB are needed. Free some, or move it: DATA_DIR=/some/folder npm start`,
    );
  }
}

/** Node's `recursive` never ends where no folder can be made inside one that is there, as in /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another start may have made it in this moment.
    if (!existsSync(path)) throw error;
  }
}
