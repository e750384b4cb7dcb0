import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { quoteIdentifier } from './role-names.ts';

export interface MigrationFile {
  /** File name without `.sql`, for example `0010_accounts`. */
  readonly name: string;
  readonly number: number;
  readonly sql: string;
  readonly sha256: string;
  readonly directives: Directives;
  /** Whether it may make a table, a view or a sequence, which the tenant's role then needs rights on. */
  readonly makesRelations: boolean;
}

/** What a file says about its objects in lines such as `-- append-only: entries, postings`. */
export interface Directives {
  /** Tables that are read and added to, never changed. */
  readonly appendOnly: readonly string[];
  /** Tables that the role only reads. */
  readonly readOnly: readonly string[];
  /** Shared functions that every tenant's role may call. */
  readonly forTenants: readonly string[];
  /** Shared functions that run as the owner of the queue. */
  readonly asQueue: readonly string[];
  /** Shared functions that are gone since this file, whatever earlier ones say of them. */
  readonly dropped: readonly string[];
}

export interface MigrationFolders {
  readonly shared: string;
  readonly tenant: string;
}

export const ownFolders: MigrationFolders = {
  shared: fileURLToPath(new URL('../../migrations/shared', import.meta.url)),
  tenant: fileURLToPath(new URL('../../migrations/tenant', import.meta.url)),
};

const FILE = /^(\d{4})_[a-z0-9_]+\.sql$/;

/** @throws when a file's name is not `NNNN_words.sql` or two files share a number: their order would be chance. */
export async function readMigrations(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const files = await Promise.all(names.map((name) => readMigration(folder, name)));
  for (const [place, file] of files.entries()) {
    const before = files[place - 1];
    if (before?.number === file.number)
      throw new Error(
        `Migrations ${before.name} and ${file.name} share a number: rename the one that was not released.`,
      );
  }
  return files;
}

async function readMigration(folder: string, fileName: string): Promise<MigrationFile> {
  const number = FILE.exec(fileName)?.[1];
  if (number === undefined) throw new Error(`Migration ${fileName} in ${folder} is not named NNNN_words.sql`);
  const sql = await readFile(join(folder, fileName), 'utf8');
  return {
    name: fileName.slice(0, -'.sql'.length),
    number: Number(number),
    sql,
    sha256: createHash('sha256').update(sql).digest('hex'),
    directives: {
      appendOnly: directive(sql, 'append-only'),
      readOnly: directive(sql, 'read-only'),
      forTenants: directive(sql, 'for-tenants'),
      asQueue: directive(sql, 'as-queue'),
      dropped: directive(sql, 'dropped'),
    },
    makesRelations: MAKES_RELATIONS.test(sql.replace(/--.*$/gm, '')),
  };
}

/**
 * Rather once too often: whoever finds nothing new grants nothing. What can make a relation is `create`, of what is neither index,
 * function nor trigger, a column with a sequence of its own, and a statement put together at run time.
 */
const MAKES_RELATIONS =
  /\bcreate\b(?!\s+(?:unique\s+)?index\b|\s+(?:or\s+replace\s+)?(?:function|trigger)\b)|\b(?:small|big)?serial\b|\bidentity\b|\bexecute\b(?!\s+function\b)|\binto\s+(?:temp|unlogged|table)\b/i;

function directive(sql: string, word: string): string[] {
  const lines = sql.matchAll(new RegExp(`^--\\s*${word}:(.*)$`, 'gm'));
  return [...lines]
    .flatMap((line) => (line[1] ?? '').split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Puts a tenant's names into a file of the tenant track: `:schema` and `:role`, but not the cast `::schema`. */
export function fillTokens(sql: string, names: { schema: string; role: string }): string {
  return sql.replace(/(?<!:):(schema|role)\b/g, (_, token: 'schema' | 'role') => quoteIdentifier(names[token]));
}

/**
 * The files that are still to run, in order of number. A lower number than the newest
 * may be among them: features number their files in ranges of their own.
 * @throws when a file was changed after it ran.
 */
export function pendingMigrations(
  files: readonly MigrationFile[],
  applied: ReadonlyMap<string, string>,
  where: string,
): MigrationFile[] {
  const changed = files.filter((file) => applied.has(file.name) && applied.get(file.name) !== file.sha256);
  if (changed.length > 0) {
    throw new Error(
      `Migration ${changed.map((file) => file.name).join(', ')} was changed after it ran in ${where}: restore the file and add a new one with the change. (Data that may be lost in development: remove the data folder and start again.)`,
    );
  }
  return files.filter((file) => !applied.has(file.name));
}

/** One value for all files with their text and order: whoever has it has run them all. */
export function digestOf(files: readonly MigrationFile[]): string {
  return createHash('sha256')
    .update(files.map(({ name, sha256 }) => `${name} ${sha256}\n`).join(''))
    .digest('hex');
}

export function newestNumber(files: readonly MigrationFile[]): number {
  return files.at(-1)?.number ?? 0;
}
