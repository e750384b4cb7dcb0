import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export interface Requirement {
  readonly id: string;
  readonly area: string;
  /** What is asked, as it was decided. */
  readonly requirement: string;
  /** The decision that settled it, or `not tested: …` with the reason. */
  readonly note: string;
}

/** Rows of `requirements.tsv`; the first line names the columns. */
export function readRequirements(path = join(import.meta.dirname, '..', 'requirements.tsv')): readonly Requirement[] {
  const [head, ...lines] = readFileSync(path, 'utf8').replace(/\n+$/, '').split('\n');
  if (head !== 'id\tarea\trequirement\tnote') throw new Error(`${path}: unexpected columns`);
  return lines.map((line, index) => {
    const [id, area, requirement, note, ...more] = line.split('\t');
    if (!id || !area || !requirement || note === undefined || more.length > 0) throw new Error(`${path}:${index + 2}: not four columns`);
    return { id, area, requirement, note };
  });
}

export const isUntestable = (requirement: Requirement): boolean => requirement.note.startsWith('not tested');

const areas = 'ROLE|ACC|GEN|SUB|CARD|WAL|COUP|PROMO|NAV|POPUP|EMAIL|NOTIF|POST|TAG|MEDIA|LAND|WELCOME|MASS|REUSE|CHAT|TIP|PPM|LIVE|UNIV|SHOP|BOOK|ADMIN|LIMIT';
const idPattern = new RegExp(`\\b(?:${areas})-\\d{2,3}\\b`, 'g');
const testFile = /\.test\.tsx?$/;
const skipped = new Set(['node_modules', 'dist', '.git', '.data', '.cache']);

/** Ids in the strings of a test file: names, and the tables that `it.each` makes names of. Comments do not count. */
export function idsInTests(source: string): readonly string[] {
  // In one pass: a path such as '**/feed/*' begins no comment, and an address in a string none either.
  const strings = Array.from(
    source.matchAll(/\/\*[\s\S]*?\*\/|(?<!\\)\/\/.*$|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/gm), ([text]) => text,
  ).filter((text) => !text.startsWith('/'));
  return [...new Set(strings.flatMap((text) => text.match(idPattern) ?? []))];
}

/** Id → test files that name it, paths from the root. */
export function testedIds(root: string, folders: readonly string[] = ['packages', 'services', 'scripts']): ReadonlyMap<string, readonly string[]> {
  const tested = new Map<string, string[]>();
  for (const folder of folders) {
    for (const path of testFilesIn(join(root, folder))) {
      for (const id of idsInTests(readFileSync(path, 'utf8'))) tested.set(id, [...(tested.get(id) ?? []), relative(root, path)]);
    }
  }
  return tested;
}

function* testFilesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => a.name.localeCompare(b.name))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !skipped.has(entry.name)) yield* testFilesIn(path);
    else if (entry.isFile() && testFile.test(entry.name)) yield path;
  }
}

export interface AreaCount { readonly area: string; readonly total: number; readonly tested: number; readonly untestable: number }

export function countByArea(requirements: readonly Requirement[], tested: ReadonlySet<string> | ReadonlyMap<string, unknown>): readonly AreaCount[] {
  return [...new Set(requirements.map(({ area }) => area))].map((area) => {
    const rows = requirements.filter((row) => row.area === area);
    return {
      area, total: rows.length, tested: rows.filter(({ id }) => tested.has(id)).length,
      untestable: rows.filter((row) => !tested.has(row.id) && isUntestable(row)).length,
    };
  });
}
