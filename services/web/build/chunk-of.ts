import type { Rolldown } from 'vite';

type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1];

/**
 * What is loaded together stands in one chunk: many small ones compress a fifth worse, and each is a request, which a
 * phone's browser prepares before it draws anything. Null leaves a module to the bundler.
 */
export function chunkOf(id: string, context: Context): string | null {
  // A package's face is reached from everywhere, and with it all that stands behind it.
  if (id.includes('/node_modules/') && !isOfIcons(id)) return null;
  const first = reach(id, context, importersOf);
  const isOfFans = first.has('entry-fan') || (first.has('landing-page') && first.size > 1);
  if (!isOfFans) return first.has('feed-page') && first.has('post-page') && !first.has('landing-page') ? 'posts' : null;
  if (first.has('entry-studio')) return 'start';
  // What a later screen of the creator's area needs as well is not to bring the fans' start along.
  const isOfBoth = reach(id, context, allImportersOf).has('entry-studio');
  return first.has('entry-fan') && !isOfBoth ? 'fan-start' : 'parts';
}

const screen = /\/src\/(?:.*\/)?(entry-fan|entry-studio|[a-z-]+-page)\.tsx$/;

/** Entries and screens that have the module behind them. */
function reach(id: string, context: Context, importers: typeof importersOf): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set([id]);
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const name = screen.exec(next)?.[1];
    if (name !== undefined) found.add(name);
    for (const importer of importers(next, context))
      if (!seen.has(importer)) {
        seen.add(importer);
        open.push(importer);
      }
  }
  return found;
}

const iconsFace = /\/lucide-react\/dist\/esm\/lucide-react\.mjs$/;
const icon = /\/lucide-react\/dist\/esm\/icons\/[a-z0-9-]+\.mjs$/;
const isOfIcons = (id: string): boolean => id.includes('/lucide-react/dist/esm/') && !iconsFace.test(id);

/** Those that import it later too. */
const allImportersOf = (id: string, context: Context): readonly string[] => [
  ...importersOf(id, context),
  ...(context.getModuleInfo(id)?.dynamicImporters ?? []),
];

/** Of an icon, which the package's one face imports with a thousand others: those that name it. */
function importersOf(id: string, context: Context): readonly string[] {
  const module = context.getModuleInfo(id);
  const importers = module?.importers ?? [];
  if (!icon.test(id)) return importers;
  const name = / (\w+) as default /.exec(module?.code ?? '')?.[1];
  const face = importers.find((importer) => iconsFace.test(importer));
  if (name === undefined || face === undefined) return importers;
  const isNamed = new RegExp(`\\b${name}\\b`);
  return (context.getModuleInfo(face)?.importers ?? []).filter((importer) =>
    isNamed.test(context.getModuleInfo(importer)?.code ?? ''),
  );
}
