import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

export interface TableUse {
  /** Path below `src`. */
  readonly file: string;
  readonly table: string;
}

/** Every place in the server's code that names a table: in a statement, for knex's builder, or with its schema. */
export const tableUses = (known: ReadonlySet<string>): TableUse[] =>
  sourceFiles().flatMap(({ file, code }) => tablesNamedIn(code, known).map((table) => ({ file, table })));

/** `table('posts')`, `db('posts as p')`, `shared('identities')`, `db.table('posts')`, `shared.tenants` inside SQL. */
export function tablesNamedIn(code: string, known: ReadonlySet<string>): string[] {
  const calls = [...code.matchAll(/(?:\.table|(?<![.\w])\w+)\(\s*'(\w+)(?: as \w+)?'/g)].map(([, name]) => name ?? '');
  const qualified = [...code.matchAll(/\bshared\.(\w+)(?![\w(])/g)].map(([, name]) => name ?? '');
  return [...new Set([...calls, ...qualified])].filter((name) => known.has(name));
}

/** Files where the name of a table is no written text, so that nobody could say whose it is. */
export const unnamedTables = (): string[] =>
  sourceFiles().flatMap(({ file, code }) => (/(?<![.\w])table\(\s*[^')\s]/.test(code) ? [file] : []));

const writing =
  /\.(?:insert|update|delete|del|increment|decrement|merge|truncate)\(|\.run\(|(?:insert\s+into|update|delete\s+from)\s+\$\{|\.write\(|\.writeWithShared\(|\b(?:later|append)\(/;

/** Whether code writes, enqueues or opens a transaction. */
export const isWriting = (code: string): boolean => writing.test(code);

export function sourceFiles(under = ''): Array<{ readonly file: string; readonly code: string }> {
  return readdirSync(join(root, under), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ file: relative(root, path), code: withoutComments(readFileSync(path, 'utf8')) }))
    .filter(({ file }) => !file.startsWith('testing/'));
}

const withoutComments = (code: string): string =>
  code.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '');
