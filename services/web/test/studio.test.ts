import type { FanRow } from '@backlot/contracts/staff';
import { settingDefinitions } from '@backlot/domain/settings';
import ar from '@backlot/domain/texts/studio/ar.json' with { type: 'json' };
import de from '@backlot/domain/texts/studio/de.json' with { type: 'json' };
import en from '@backlot/domain/texts/studio/en.json' with { type: 'json' };
import es from '@backlot/domain/texts/studio/es.json' with { type: 'json' };
import fr from '@backlot/domain/texts/studio/fr.json' with { type: 'json' };
import pt from '@backlot/domain/texts/studio/pt.json' with { type: 'json' };
import shared from '@backlot/domain/texts/en.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { linePoints, roundMax } from '../src/components/studio/charts/scale.ts';
import { csvOf } from '../src/lib/csv.ts';
import { fanValue } from '../src/features/staff/fan-value.ts';
import { readFansList } from '../src/features/staff/fans-query.ts';
import { choose, fit, readQuery, type PaletteItem } from '../src/features/studio/palette-items.ts';
import { find } from '../src/features/studio/settings-page.tsx';
import { sectionsFor, settingSections, settingText } from '../src/features/studio/setting-sections.ts';

const texts: Record<string, Record<string, string>> = { en, ar, de, es, fr, pt };
const base = (id: string): string => id.replace(/_(zero|one|two|few|many|other)$/, '');
const variables = (text: string): string[] => [...new Set(Array.from(text.matchAll(/\{\{(\w+)\}\}/g), (match) => match[1] ?? ''))].filter((name) => name !== 'count').sort();

describe('the texts of the creator area', () => {
  it.each(Object.keys(texts))('%s is sorted, whole and shares no id with the other file', (language) => {
    const ids = Object.keys(texts[language]!);
    expect(ids).toEqual([...ids].sort());
    expect([...new Set(ids.map(base))].sort()).toEqual([...new Set(Object.keys(en).map(base))].sort());
    expect(ids.filter((id) => id in shared)).toEqual([]);
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const plurals = Object.keys(en).filter((id) => id.endsWith('_other')).map(base);
    expect(plurals.flatMap((id) => forms.filter((form) => !texts[language]![`${id}_${form}`]).map((form) => `${id}_${form}`))).toEqual([]);
  });

  it.each(Object.keys(texts))('%s fills in the same variables', (language) => {
    const english = (id: string): string => (en as Record<string, string>)[id] ?? (en as Record<string, string>)[`${base(id)}_other`] ?? '';
    expect(Object.entries(texts[language]!).filter(([id, text]) => `${variables(text)}` !== `${variables(english(id))}`)).toEqual([]);
  });
});

describe('the settings screen', () => {
  it('has every setting once, with a name', () => {
    const keys = settingSections.flatMap((section) => section.keys);
    expect(keys).toEqual([...new Set(keys)]);
    const numbered = /^(enable_section_|section_\d|grid_section_image_|theme_2_)/;
    expect(keys.filter((key) => !numbered.test(key) && !(settingText(key) in en))).toEqual([]);
    expect(keys.filter((key) => !settingDefinitions.some((definition) => definition.key === key))).toEqual([]);
  });

  it('ROLE-29 shows a role only what it may change', () => {
    const keysOf = (role: 'model' | 'admin' | 'sub_admin' | 'content_manager'): string[] => sectionsFor(role).flatMap(({ keys }) => keys);
    expect(keysOf('model')).toContain('theme_color');
    expect(keysOf('model')).not.toContain('merchant_legal_name');
    expect(keysOf('model')).not.toContain('is_universal_login_enabled');
    expect(keysOf('sub_admin')).toContain('is_universal_login_enabled');
    expect(keysOf('admin')).toContain('hide_earnings');
    expect(keysOf('content_manager')).toEqual([]);
  });

  it('finds single settings, and whole sections by their name', () => {
    const sections = sectionsFor('admin');
    const found = find(sections, 'maintenance', (key) => key.replaceAll('_', ' '), () => '');
    expect(found.map(({ id, keys }) => [id, keys])).toEqual([['access', ['maintenance_mode']]]);
    expect(find(sections, 'prices', () => '', (section) => section.id)[0]?.keys).toHaveLength(4);
  });
});

describe('the palette', () => {
  const item = (group: PaletteItem['group'], title: string, note = ''): PaletteItem => ({ id: title, group, title, note, icon: null, run: () => {} });
  const items = [item('pages', 'Transactions'), item('actions', 'Switch between light and dark'), item('settings', 'Likes', 'Feed'), item('settings', 'Who sees likes'), item('posts', 'Lichen glaze')];

  it('reads the sign that narrows it', () => {
    expect(readQuery('@Ana ')).toEqual({ only: 'fans', words: 'ana' });
    expect(readQuery('#kiln')).toEqual({ only: 'posts', words: 'kiln' });
    expect(readQuery('>')).toEqual({ only: 'actions', words: '' });
  });

  it('puts the better fit first', () => {
    expect(fit({ title: 'Likes', note: '' }, 'like')).toBeGreaterThan(fit({ title: 'Who sees likes', note: '' }, 'like'));
    expect(fit({ title: 'Likes', note: 'Feed' }, 'feed like')).toBeGreaterThan(0);
    expect(fit({ title: 'Likes', note: '' }, 'x')).toBe(0);
    expect(choose(items, 'li').map(({ group, items: found }) => [group, found.map(({ title }) => title)])).toEqual([
      ['actions', ['Switch between light and dark']], ['settings', ['Likes', 'Who sees likes']], ['posts', ['Lichen glaze']],
    ]);
  });

  it('begins with pages and actions', () => {
    expect(choose(items, '').map(({ group }) => group)).toEqual(['pages', 'actions']);
  });
});

describe('a fan\'s value', () => {
  const fan = { total_amount_spent: 100.1, total_refund_amount: 20.05, total_chargeback_amount: 45, total_chargeback_count: 1, total_chargeback_fee_amount: 25 } as FanRow;
  it('is what was spent less refunds, chargebacks and their cost', () => {
    expect(fanValue(fan)).toEqual({ spent: 100.1, refunds: 20.05, chargebacks: 45, fees: 25, value: 10.05 });
  });
  it('has each chargeback cost 25 where the answer does not say', () => {
    expect(fanValue({ ...fan, total_chargeback_fee_amount: undefined, total_chargeback_count: 2 })?.fees).toBe(50);
  });
  it('is absent where earnings are hidden', () => {
    expect(fanValue({ ...fan, total_amount_spent: null })).toBeNull();
  });
});

describe('lists', () => {
  it('read their state from the address and forgive what is none', () => {
    expect(readFansList(new URLSearchParams('status=1&sort=-total_amount_spent&page=3&search=ana'))).toEqual({ page: 3, search: 'ana', status: '1', sorting: { column: 'total_amount_spent', direction: 'desc' } });
    expect(readFansList(new URLSearchParams('status=9&sort=password&page=-2'))).toEqual({ page: 1, search: '', status: 'all', sorting: { column: 'date', direction: 'asc' } });
  });

  it('export cells that no spreadsheet takes for a formula', () => {
    expect(csvOf([['Name', 'Sum'], ['=HYPERLINK("x")', -4.5], ['a "b", c', null]])).toBe('\uFEFFName,Sum\r\n"\'=HYPERLINK(""x"")",-4.5\r\n"a ""b"", c",\r\n');
  });
});

describe('charts', () => {
  it.each([[[0], 10], [[619], 1000], [[180, 499], 500], [[21], 25], [[3.2], 4]] as const)('%j reach up to %d', (values, max) => {
    expect(roundMax(values)).toBe(max);
  });
  it('draw only what has happened', () => {
    expect(linePoints([0, 50, null, null, null], 100)).toEqual([{ x: 0, y: 100 }, { x: 25, y: 50 }]);
  });
});
