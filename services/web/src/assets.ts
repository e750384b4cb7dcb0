/** What the browser's build wrote: source file → built files. */
export type Manifest = Readonly<
  Record<
    string,
    {
      file: string;
      css?: readonly string[];
      assets?: readonly string[];
      imports?: readonly string[];
      /** Address → hash, of its script and its stylesheets. */
      integrity?: Readonly<Record<string, string>>;
    }
  >
>;

export interface PageAssets {
  /** The entry's script. */
  readonly script: string;
  /** The script that is run in its place and loads it, and the modules, later; null for none. */
  readonly opener: string | null;
  /** Stylesheets in the order they apply: structure, theme, screen. */
  readonly styles: readonly string[];
  /** Modules that the page will need at once. */
  readonly modules: readonly string[];
  /** Address → hash, of the above: a browser runs nothing else under their names. */
  readonly integrity: Readonly<Record<string, string>>;
  /** Fonts that the first picture needs. */
  readonly fonts: readonly string[];
}

const address = (file: string): string => `/${file}`;

/**
 * The files of one page. `wanted` names sources beside the entry that the page needs at once (its screen, its
 * language); a source that the build does not know is left out. `opener`: an entry that loads all that when it is time.
 */
export function pageAssets(
  manifest: Manifest,
  entry: string,
  theme: string,
  wanted: readonly string[],
  fonts: readonly string[],
  opener: string | null,
): PageAssets {
  const styles = new Set<string>();
  const integrity: Record<string, string> = {};
  const modules = new Set<string>();
  const seen = new Set<string>();
  const walk = (key: string, isEntry: boolean): void => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    Object.assign(integrity, chunk.integrity);
    for (const inner of chunk.imports ?? []) walk(inner, false);
    for (const file of chunk.css ?? []) styles.add(address(file));
    if (!isEntry && chunk.file.endsWith('.js')) modules.add(address(chunk.file));
  };
  walk(entry, true);
  const themeChunk = manifest[theme];
  Object.assign(integrity, themeChunk?.integrity);
  if (themeChunk)
    for (const file of [themeChunk.file, ...(themeChunk.css ?? [])])
      if (file.endsWith('.css')) styles.add(address(file));
  for (const key of wanted) walk(key, false);
  const opens = opener === null ? undefined : manifest[opener];
  Object.assign(integrity, opens?.integrity);
  const built = [...(themeChunk?.assets ?? [])];
  return {
    script: address(manifest[entry]?.file ?? ''),
    opener: opens === undefined ? null : address(opens.file),
    styles: [...styles],
    modules: [...modules],
    integrity,
    // Built names carry a hash: `hanken-latin-BxK3.woff2` was `hanken-latin.woff2`.
    fonts: fonts.flatMap((font) =>
      built
        .filter((file) => file.startsWith(`assets/${font}-`))
        .slice(0, 1)
        .map(address),
    ),
  };
}

/** Address → hash of every script that a payment may be made with, whenever it is loaded: sources that begin so, and all that they import. */
export function integrityBelow(manifest: Manifest, sources: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const seen = new Set<string>();
  const walk = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    const hash = chunk.integrity?.[address(chunk.file)];
    if (hash !== undefined && chunk.file.endsWith('.js')) found[address(chunk.file)] = hash;
    for (const inner of chunk.imports ?? []) walk(inner);
  };
  for (const key of Object.keys(manifest)) if (key.startsWith(sources)) walk(key);
  return found;
}
