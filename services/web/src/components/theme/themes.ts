import type { ThemeDefinition } from '@backlot/contracts/theme';

const definitions = import.meta.glob<ThemeDefinition>('../../../../../themes/*/theme.json', {
  eager: true,
  import: 'default',
});

const byName: ReadonlyMap<string, ThemeDefinition> = new Map(
  Object.entries(definitions).map(([file, definition]) => [file.split('/').at(-2) ?? '', definition]),
);
const first = [...byName.keys()].sort()[0] ?? '';

/** A built-in theme by its folder's name. A site that names one which is not there wears the first. Server only: the pages carry the result. */
export function findTheme(name: string): { readonly name: string; readonly definition: ThemeDefinition } {
  const known = byName.has(name) ? name : first;
  const definition = byName.get(known);
  if (!definition) throw new Error('No theme was built in.');
  return { name: known, definition };
}

/** Key of a theme's stylesheet in the build's manifest. */
export const themeSource = (name: string): string => `../../themes/${name}/theme.css`;

/** Beginnings of the built names of the fonts that the first picture needs. */
export const preloadedFonts = (theme: ThemeDefinition): readonly string[] =>
  theme.fonts.filter((font) => font.preload).map((font) => font.file.replace(/^.*\//, '').replace(/\.woff2$/, ''));
