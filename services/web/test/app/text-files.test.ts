import accountTexts from '@backlot/domain/texts/account/en.json' with { type: 'json' };
import en from '@backlot/domain/texts/en.json' with { type: 'json' };
import settingTexts from '@backlot/domain/texts/settings/en.json' with { type: 'json' };
import studioTexts from '@backlot/domain/texts/studio/en.json' with { type: 'json' };
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { studioRoutes } from '../../src/app/studio-features.ts';

const src = join(import.meta.dirname, '../../src');
const base = (id: string): string => id.replace(/_(zero|one|two|few|many|other)$/, '');
const shared = new Set(Object.keys(en).map(base));
const studio = new Set(Object.keys(studioTexts).map(base));
const account = new Set(Object.keys(accountTexts).map(base));

/** What an entry loads at once or later; `withAccount`: also together with the texts of accounts. */
function filesFrom(entry: string, { withAccount = true } = {}): readonly string[] {
  const found = new Set([join(src, entry)]);
  for (const file of found) {
    const code = readFileSync(file, 'utf8');
    const imports = (withAccount ? code : code.replace(withAccountTexts, '')).matchAll(
      /^(?:import|export|\}) (?!type)[^;]*?'(\.[^']+\.tsx?)'|import\('(\.[^']+)'\)/gm,
    );
    for (const [, now, later] of imports) found.add(join(dirname(file), now ?? later ?? ''));
  }
  return [...found];
}

/** The two ways in which code comes with them. */
const withAccountTexts = /withAccountTexts\(import\('[^']+'\)\)|import\('[^']+'\),\s+hasAccountTexts: true/g;

const idsIn = (file: string): readonly string[] =>
  Array.from(
    readFileSync(file, 'utf8').matchAll(
      /(?:\bt\(|\b(?:text|title|label): |\?|:|\bid=)\s*'([a-z0-9]+(?:-[a-z0-9]+)+)'(?=[\s,);}])/g,
    ),
    (match) => match[1] ?? '',
  );

describe('the files of texts', () => {
  it('a fan downloads every text that a screen of the fan side names', () => {
    const named = filesFrom('entry-fan.tsx').flatMap((file) =>
      idsIn(file).map((id) => `${relative(src, file)}: ${id}`),
    );
    expect(named.length).toBeGreaterThan(300);
    expect(named.filter((one) => studio.has(one.split(': ')[1] ?? ''))).toEqual([]);
  });

  it('what a guest downloads at first names no text of accounts, and the creator area none', () => {
    const named = [...filesFrom('entry-fan.tsx', { withAccount: false }), ...filesFrom('entry-studio.tsx')].flatMap(
      (file) => idsIn(file).map((id) => `${relative(src, file)}: ${id}`),
    );
    expect(named.filter((one) => account.has(one.split(': ')[1] ?? ''))).toEqual([]);
  });

  it('every text of accounts is named by a screen that comes with them', () => {
    const named = new Set(
      filesFrom('entry-fan.tsx').flatMap((file) => readFileSync(file, 'utf8').match(/[a-z0-9-]+/g)),
    );
    expect([...account].filter((id) => !named.has(id))).toEqual([]);
  });

  it('sentences that explain settings come with the screens of settings alone', () => {
    const explains = (id: string): boolean => /^set-.*-help$/.test(base(id));
    expect([...studio].filter(explains)).toEqual([]);
    const ids = Object.keys(settingTexts).map(base);
    expect(ids.filter((id) => !explains(id))).toEqual([]);
    const feature = readFileSync(join(src, 'features/studio/feature.ts'), 'utf8');
    const screens = Array.from(
      feature.matchAll(/withSettingTexts\(import\('\.\/([a-z-]+)\.tsx'\)\)/g),
      (one) => one[1],
    );
    expect(screens).toEqual(['settings-page', 'set-up-page']);
  });

  it('the server writes the titles of all screens', () => {
    expect(studioRoutes.flatMap(({ title }) => title ?? []).filter((id) => !shared.has(id))).toEqual([]);
  });
});
