import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob, normalize, relative } from 'node:path';
import { noReferences, type References } from './references.ts';
import { readModule, type Import, type Module } from './read-module.ts';

/** `path#name`: a declared name of a module. `path#` is what runs when it is loaded; `npm:react` a dependency. */
export type CodeSymbol = string;

export interface CodeGraph {
  readonly root: string;
  /** Modules by their path from the root. */
  readonly modules: ReadonlyMap<string, Module>;
  /** Where an import or a mention leads; several for a whole module. */
  follow(from: Module, wanted: Import): readonly CodeSymbol[];
  symbolsOf(module: Module, references: References): readonly CodeSymbol[];
}

const skipped = new Set(['node_modules', 'dist', '.git', '.data', '.cache', 'coverage', 'shots']);
const rooms = ['packages', 'services', 'scripts', 'themes'];

/** Reads every source file of a checkout: about two seconds. */
export function readCode(root: string, folders: readonly string[] = rooms): CodeGraph {
  const modules = new Map<string, Module>();
  for (const path of folders.flatMap((folder) => [...sourcesIn(join(root, folder))])) {
    const name = relative(root, path).replaceAll('\\', '/');
    modules.set(name, readModule(name, readFileSync(path, 'utf8')));
  }
  const packages = packagesIn(root);
  const resolve = (from: string, specifier: string): string | null => {
    if (specifier.startsWith('.')) return known(normalize(join(dirname(from), specifier)));
    const [, name, rest] = /^((?:@[^/]+\/)?[^/]+)\/?(.*)$/.exec(specifier) ?? [];
    const folder = packages.get(name ?? '');
    return folder === undefined ? null : known(join(folder, 'src', `${rest || 'index'}.ts`));
  };
  const known = (path: string): string | null => (modules.has(path) ? path : null);

  const exportsOf = (path: string, name: string, seen: Set<string> = new Set()): readonly CodeSymbol[] => {
    const module = modules.get(path);
    if (!module || seen.has(`${path}#${name}`)) return [];
    seen.add(`${path}#${name}`);
    if (name === '*')
      return [
        `${path}#`,
        ...[...module.exports.keys()].flatMap((one) => exportsOf(path, one, seen)),
        ...module.stars.flatMap((from) => resolved(path, from, '*', seen)),
      ];
    const target = module.exports.get(name);
    if (typeof target === 'object') return resolved(path, target.from, target.name, seen);
    if (target === undefined) return module.stars.flatMap((from) => resolved(path, from, name, seen));
    const passedOn = module.imports.get(target);
    return passedOn && !module.declarations.has(target)
      ? resolved(path, passedOn.from, passedOn.name, seen)
      : [`${path}#${target}`];
  };
  const resolved = (from: string, specifier: string, name: string, seen?: Set<string>): readonly CodeSymbol[] => {
    const path = resolve(from, specifier);
    return path === null ? (/^[./]/.test(specifier) ? [] : [`npm:${specifier}`]) : exportsOf(path, name, seen);
  };

  const symbolsOf = (module: Module, { names, strings, modules: loaded }: References): readonly CodeSymbol[] => [
    ...[...names].flatMap((mention) => {
      const [name = '', member] = mention.split('.');
      if (module.declarations.has(name)) return [`${module.path}#${name}`];
      const wanted = module.imports.get(name);
      return wanted
        ? resolved(module.path, wanted.from, wanted.name === '*' && member !== undefined ? member : wanted.name)
        : [];
    }),
    ...[...loaded].flatMap((specifier) => resolved(module.path, specifier, '*')),
    ...[...strings].flatMap((text) => filesNamed(module.path, text).flatMap((path) => exportsOf(path, '*'))),
  ];
  /** A program that is started by its path, and what `import.meta.glob` finds. */
  const filesNamed = (from: string, text: string): readonly string[] => {
    if (!/^[\w.*/-]+\.(ts|tsx|mjs)$/.test(text)) return [];
    const path = normalize(join(dirname(from), text));
    if (path.includes('*')) return [...modules.keys()].filter((name) => matchesGlob(name, path));
    return [known(path) ?? known(text)].filter((one) => one !== null);
  };
  return {
    root,
    modules,
    symbolsOf,
    follow: (from, { from: specifier, name }) => resolved(from.path, specifier, name),
  };
}

/** Everything that runs from here: what is mentioned, and what runs because a module is loaded. */
export function reach(graph: CodeGraph, starts: Iterable<CodeSymbol>): ReadonlySet<CodeSymbol> {
  const reached = new Set<CodeSymbol>();
  const waiting = [...starts];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (reached.has(place)) continue;
    reached.add(place);
    const [path = '', name = ''] = place.split('#');
    const module = graph.modules.get(path);
    if (!module) continue;
    if (name !== '') {
      waiting.push(`${path}#`, ...graph.symbolsOf(module, module.declarations.get(name)?.references ?? noReferences()));
    } else {
      waiting.push(...graph.symbolsOf(module, module.body));
      // The first of a module's places is what runs when it is loaded.
      for (const from of [...module.loads, ...module.stars])
        waiting.push(...graph.follow(module, { from, name: '*' }).slice(0, 1));
    }
  }
  return reached;
}

/** Package name → its folder. */
function packagesIn(root: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const folder of ['packages', 'services']) {
    for (const name of listFolders(join(root, folder))) {
      try {
        const { name: known } = JSON.parse(readFileSync(join(root, folder, name, 'package.json'), 'utf8')) as {
          name: string;
        };
        found.set(known, join(folder, name));
      } catch {
        // A folder without a package has no name to be imported by.
      }
    }
  }
  return found;
}

function listFolders(path: string): string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

function* sourcesIn(folder: string): Generator<string> {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return;
  }
  for (const entry of entries.toSorted((a, b) => a.name.localeCompare(b.name))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !skipped.has(entry.name)) yield* sourcesIn(path);
    else if (entry.isFile() && /(?<!\.d)\.(ts|tsx|mts|mjs)$/.test(entry.name)) yield path;
  }
}
