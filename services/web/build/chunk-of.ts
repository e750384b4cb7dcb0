import type { Rolldown } from 'vite';

type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1];

/**
 * What is loaded together stands in one chunk: many small ones compress a fifth worse, and each is a request.
 * Null leaves a module to the bundler.
 */
export function chunkOf(id: string, context: Context): string | null {
  // A package's face is reached from everywhere, and with it all that stands behind it.
  if (id.includes('/node_modules/')) return null;
  const from = screensOf(id, context);
  if (from.has('entry-fan') && from.has('entry-studio')) return 'start';
  const isOfPosts = from.has('feed-page') && from.has('post-page');
  return isOfPosts && !from.has('entry-fan') && !from.has('landing-page') ? 'posts' : null;
}

const screen = /\/src\/(?:features\/(?:posts|sites)\/)?(entry-fan|entry-studio|feed-page|post-page|landing-page)\.tsx$/;

/** Entries and first pages that need the module at once. */
function screensOf(id: string, context: Context): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set([id]);
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const name = screen.exec(next)?.[1];
    if (name !== undefined) found.add(name);
    for (const importer of context.getModuleInfo(next)?.importers ?? [])
      if (!seen.has(importer)) {
        seen.add(importer);
        open.push(importer);
      }
  }
  return found;
}
