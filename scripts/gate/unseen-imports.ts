import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';

type Paths = string | readonly string[] | undefined;
interface Side {
  readonly path?: Paths;
  readonly pathNot?: Paths;
}
/** A rule of dependency-cruiser, as far as paths go. */
export interface PathRule {
  readonly name?: string;
  readonly from: Side;
  readonly to: Side;
}

/** Ways to another file that dependency-cruiser does not follow: types in place, globs, addresses, stylesheets. */
const ways = [
  /\bimport\(\s*('[^']+')\s*\)/g,
  /\bimport\.meta\.glob[^(]*\(\s*(\[[^\]]*\]|'[^']+')/g,
  /\bnew URL\(\s*('[^']+')\s*,\s*import\.meta\.url/g,
  /^@import\s+(?:url\()?('[^']+'|"[^"]+")/gm,
];

/** Arrows of such ways that a rule forbids which asks for nothing but paths. */
export function findUnseenImports(
  root: string,
  rooms: readonly string[],
  { rules, exclude }: { readonly rules: readonly PathRule[]; readonly exclude: RegExp },
): string[] {
  const arrows = rooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs|css)$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
      .filter((file) => !/(?:^|\/)node_modules\//.test(file) && !exclude.test(file))
      .flatMap((from) => targetsOf(readFileSync(join(root, from), 'utf8'), from).map((to) => ({ from, to })))
      .filter(({ to }) => !exclude.test(to)),
  );
  return rules.flatMap((rule) =>
    arrows.filter(({ from, to }) => forbids(rule, from, to)).map(({ from, to }) => `${rule.name}: ${from} → ${to}`),
  );
}

const targetsOf = (code: string, from: string): string[] =>
  ways
    .flatMap((way) => [...code.matchAll(way)])
    .flatMap(([, named = '']) => [...named.matchAll(/['"]([^'"]+)['"]/g)].map(([, path = '']) => path))
    .filter((path) => path.startsWith('.'))
    .map((path) => posix.join(posix.dirname(from), path));

function forbids({ from, to }: PathRule, fromPath: string, toPath: string): boolean {
  if (Object.keys(to).some((key) => key !== 'path' && key !== 'pathNot')) return false;
  const found = listOf(from.path).map((path) => new RegExp(path).exec(fromPath));
  if (found.length > 0 && found.every((match) => match === null)) return false;
  if (listOf(from.pathNot).some((path) => new RegExp(path).test(fromPath))) return false;
  const [, room = ''] = found.find((match) => match !== null) ?? [];
  const leads = (path: string): boolean => new RegExp(path.replaceAll('$1', room)).test(toPath);
  return listOf(to.path).some(leads) && !listOf(to.pathNot).some(leads);
}

const listOf = (paths: Paths): readonly string[] =>
  paths === undefined ? [] : typeof paths === 'string' ? [paths] : paths;
