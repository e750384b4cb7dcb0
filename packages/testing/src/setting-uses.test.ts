import { settingDefinitions, type SettingKey } from '@backlot/domain/settings';
import { hasNoEffectYet, settingUses } from '@backlot/domain/settings/uses';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { readCode } from './code/code-graph.ts';
import { reachedInProduction } from './code/production.ts';
import { hasString, stringsIn } from './code/strings-in-code.ts';
import { parseSync } from 'rolldown/utils';
import type { SyntaxNode } from './code/references.ts';

const graph = readCode(join(import.meta.dirname, '..', '..', '..'));
const reached = reachedInProduction(graph);
const uses = [...settingUses];
const strings = new Map([...graph.modules.values()].map(({ path, program }) => [path, stringsIn(program)]));
const says = (path: string, key: SettingKey): boolean => {
  const inFile = strings.get(path);
  return inFile !== undefined && hasString(inFile, key);
};
/** Whoever only lists, checks or offers settings does not read them; the demo sites declare them. */
const listsOnly =
  /^packages\/domain\/src\/settings|features\/studio\/|^packages\/contracts|sites\/settings\.ts|^scripts\/|^tenants\//;

// All code is read once, which takes seconds on a quiet machine.
vi.setConfig({ testTimeout: 90_000 });

describe('what reads a setting', () => {
  it('is stated for every one of them, once', () => {
    expect(uses.map(([key]) => key).toSorted()).toEqual(settingDefinitions.map(({ key }) => key).toSorted());
  });

  it('is a file that production runs, and it names the setting', () => {
    const stated = uses.flatMap(([key, use]) => ('readIn' in use ? [{ key, file: use.readIn }] : []));
    expect(stated.length).toBeGreaterThan(140);
    expect(stated.filter(({ key, file }) => !says(file, key))).toEqual([]);
    const loaded = new Set([...reached].map((place) => place.split('#')[0]));
    expect(stated.filter(({ file }) => !loaded.has(file))).toEqual([]);
  });

  it('is nothing for those that come with a capability: no screen, call or job names them', () => {
    const files = [...graph.modules.keys()].filter(
      (path) =>
        /^services\/(web|server)\/src|^packages\/(notify|payments|media)/.test(path) &&
        !listsOnly.test(path) &&
        !/\.test\.|\/testing\//.test(path),
    );
    const early = uses.flatMap(([key, use]) =>
      'comesWith' in use && use.comesWith !== 'older data'
        ? files.filter((path) => says(path, key)).map((path) => `${key}: ${path}`)
        : [],
    );
    expect(early.filter((place) => !knownEarly.test(place))).toEqual([]);
  });

  it('decides whether a change is told to have an effect', () => {
    expect([hasNoEffectYet('tip_page_title'), hasNoEffectYet('site_name'), hasNoEffectYet('no_such_key')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

/** What is passed on to a rule that waits for its capability. */
const knownEarly =
  /^(enable_internal_shop|enable_live_stream_report_for_content_manager): .*\/route-settings\.ts|^(chat|tips|shop)_navbar_name: .*\/menu-items\.ts/;

describe('the search for a setting', () => {
  const found = (code: string): boolean =>
    hasString(stringsIn(parseSync('a.ts', code).program as unknown as SyntaxNode), 'section_1_title');
  it.each([
    "read('section_1_title')",
    'settings.section_1_title',
    'const { section_1_title } = settings',
    'read(`section_${n}_title`)',
  ])('finds %s', (code) => {
    expect(found(code)).toBe(true);
  });
  it.each(['// section_1_title', "read('section_1')", 'read(`${a}_${b}`)', 'read(`grid_${n}_title`)'])(
    'does not find %s',
    (code) => {
      expect(found(code)).toBe(false);
    },
  );
});
