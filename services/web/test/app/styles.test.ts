// @vitest-environment node
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const source = join(import.meta.dirname, '../../src');
/** What every page of an area loads; the creator area lays its own looks over those of all pages. */
const isOfAll = (file: string): boolean =>
  ['parts.css', 'frame.css', 'studio-parts.css', 'studio-frame.css'].includes(basename(file));

/** Classes that a rule names alone, so that they hold wherever the file was loaded once. */
function bareClasses(file: string): Set<string> {
  const rules = readFileSync(join(source, file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .matchAll(/([^{}]+)\{[^{}]*\}/g);
  return new Set(
    [...rules].flatMap(([, selectors = '']) =>
      selectors.split(',').flatMap((one) => /^\s*\.([\w-]+)\s*$/.exec(one)?.[1] ?? []),
    ),
  );
}

describe('styles of screens', () => {
  it('give a class its looks in one file: what a screen brought along stays while the person moves on', () => {
    const owners = new Map<string, string[]>();
    for (const file of globSync('**/*.css', { cwd: source })) {
      for (const name of bareClasses(file)) owners.set(name, [...(owners.get(name) ?? []), file]);
    }
    // The gallery is part of the feed's screens and says the same.
    const twice = [...owners].filter(
      ([name, files]) => files.length > 1 && !files.every(isOfAll) && !name.startsWith('feed-message'),
    );
    expect(twice).toEqual([]);
  });
});
