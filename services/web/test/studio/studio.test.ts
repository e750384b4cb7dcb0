import type { FanRow } from '@backlot/contracts/staff';
import { mayWriteSetting, settingDefinitions } from '@backlot/domain/settings';
import arMoney from '@backlot/domain/texts/money/ar.json' with { type: 'json' };
import deMoney from '@backlot/domain/texts/money/de.json' with { type: 'json' };
import enMoney from '@backlot/domain/texts/money/en.json' with { type: 'json' };
import esMoney from '@backlot/domain/texts/money/es.json' with { type: 'json' };
import frMoney from '@backlot/domain/texts/money/fr.json' with { type: 'json' };
import ptMoney from '@backlot/domain/texts/money/pt.json' with { type: 'json' };
import arSettings from '@backlot/domain/texts/settings/ar.json' with { type: 'json' };
import deSettings from '@backlot/domain/texts/settings/de.json' with { type: 'json' };
import enSettings from '@backlot/domain/texts/settings/en.json' with { type: 'json' };
import esSettings from '@backlot/domain/texts/settings/es.json' with { type: 'json' };
import frSettings from '@backlot/domain/texts/settings/fr.json' with { type: 'json' };
import ptSettings from '@backlot/domain/texts/settings/pt.json' with { type: 'json' };
import ar from '@backlot/domain/texts/studio/ar.json' with { type: 'json' };
import de from '@backlot/domain/texts/studio/de.json' with { type: 'json' };
import en from '@backlot/domain/texts/studio/en.json' with { type: 'json' };
import es from '@backlot/domain/texts/studio/es.json' with { type: 'json' };
import fr from '@backlot/domain/texts/studio/fr.json' with { type: 'json' };
import pt from '@backlot/domain/texts/studio/pt.json' with { type: 'json' };
import account from '@backlot/domain/texts/account/en.json' with { type: 'json' };
import first from '@backlot/domain/texts/en.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { linePoints, roundMax } from '../../src/components/studio/charts/scale.ts';
import { csvLines } from '@backlot/domain/formats/csv';
import { guard } from '@backlot/domain/routes';
import { fanValue } from '@backlot/domain/money/fan-value';
import { routeSettings } from '../../src/lib/route-settings.ts';
import { readTable } from '../../src/components/kit/table/table-address.ts';
import { fansTable } from '../../src/features/staff/fans-query.ts';
import { choose, fit, readQuery } from '../../src/features/studio/palette/palette-items.ts';
import type { PaletteItem } from '../../src/lib/palette.ts';
import type { FormSection } from '../../src/components/kit/form/form-types.ts';
import { firstStepsFor, isReady, isSetUp, setUpSteps } from '../../src/features/studio/set-up/set-up-steps.ts';
import { hasQuickSwitch } from '../../src/features/studio/settings/quick-switch.ts';
import { searchSections, shapeOf } from '../../src/features/studio/settings/settings-form.ts';
import {
  definitionOf,
  keysOf,
  pagesOf,
  sectionsFor,
  settingSections,
} from '../../src/features/studio/settings/setting-sections.ts';
import { settingText } from '../../src/entities/setting/setting-names.ts';

type Texts = Record<string, Record<string, string>>;
/** What the creator area has on every screen, and what comes with the screens of settings. */
const files: ReadonlyArray<readonly [string, Texts, object]> = [
  ['on every screen', { en, ar, de, es, fr, pt }, { ...first, ...account, ...enSettings, ...enMoney }],
  [
    'of settings',
    { en: enSettings, ar: arSettings, de: deSettings, es: esSettings, fr: frSettings, pt: ptSettings },
    { ...first, ...account, ...en, ...enMoney },
  ],
  [
    'of accounts, activity and links',
    { en: enMoney, ar: arMoney, de: deMoney, es: esMoney, fr: frMoney, pt: ptMoney },
    { ...first, ...account, ...en, ...enSettings },
  ],
];
const languages = files.flatMap(([where, texts, others]) =>
  Object.entries(texts).map(([language, own]) => ({ where, language, own, english: texts['en']!, others })),
);
const base = (id: string): string => id.replace(/_(zero|one|two|few|many|other)$/, '');
const variables = (text: string): string[] =>
  [...new Set(Array.from(text.matchAll(/\{\{(\w+)\}\}/g), (match) => match[1] ?? ''))]
    .filter((name) => name !== 'count')
    .sort();

describe('the texts of the creator area', () => {
  it.each(languages)('$language $where is sorted, whole and shares no id with another file', (file) => {
    const { language, own, english, others } = file;
    const ids = Object.keys(own);
    expect(ids).toEqual([...ids].sort());
    expect([...new Set(ids.map(base))].sort()).toEqual([...new Set(Object.keys(english).map(base))].sort());
    expect(ids.filter((id) => id in others)).toEqual([]);
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const plurals = Object.keys(english)
      .filter((id) => id.endsWith('_other'))
      .map(base);
    expect(
      plurals.flatMap((id) => forms.filter((form) => !own[`${id}_${form}`]).map((form) => `${id}_${form}`)),
    ).toEqual([]);
  });

  it.each(languages)('$language $where fills in the same variables', ({ own, english }) => {
    const inEnglish = (id: string): string => english[id] ?? english[`${base(id)}_other`] ?? '';
    expect(Object.entries(own).filter(([id, text]) => `${variables(text)}` !== `${variables(inEnglish(id))}`)).toEqual(
      [],
    );
  });
});

describe('the settings screen', () => {
  it('has every setting once, with a name', () => {
    const keys = settingSections.flatMap(keysOf);
    expect(keys).toEqual([...new Set(keys)]);
    const numbered = /^(enable_section_|section_\d|grid_section_image_|theme_2_)/;
    expect(keys.filter((key) => !numbered.test(key) && !(settingText(key) in en))).toEqual([]);
    expect(keys.filter((key) => !settingDefinitions.some((definition) => definition.key === key))).toEqual([]);
  });

  it('ROLE-29 shows a role only what it may change', () => {
    const keysFor = (role: 'model' | 'admin' | 'sub_admin' | 'content_manager'): string[] =>
      sectionsFor(role).flatMap(keysOf);
    expect(keysFor('model')).toContain('theme_color');
    expect(keysFor('model')).not.toContain('merchant_legal_name');
    expect(keysFor('model')).not.toContain('is_universal_login_enabled');
    expect(keysFor('sub_admin')).toContain('is_universal_login_enabled');
    expect(keysFor('admin')).toContain('hide_earnings');
    expect(keysFor('content_manager')).toEqual([]);
  });

  it('sets a new site up by settings alone that each of its roles may change', () => {
    const asked = setUpSteps.flatMap(({ blocks }) => blocks.flatMap(({ keys }) => keys));
    const known = settingSections.flatMap(keysOf);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((key) => !known.includes(key))).toEqual([]);
    for (const role of ['model', 'admin', 'sub_admin'] as const)
      expect(asked.filter((key) => !mayWriteSetting(key, role))).toEqual([]);
  });

  it('keeps the ticks of a set-up once all of it is done, and calls only what is whole ready', () => {
    const done = (first: Parameters<typeof isSetUp>[1]) =>
      setUpSteps.filter((step) => isSetUp(step, first, {})).map(({ id }) => id);
    expect(done(firstStepsFor({ first_steps: null }, 'model'))).toEqual(['membership', 'share']);
    expect(done(firstStepsFor({ first_steps: null }, 'sub_admin'))).toEqual([]);
    expect(done(firstStepsFor(undefined, 'model'))).toEqual([]);
    const hidden = { look: true, price: false, post: true, share: false, hidden: true };
    expect(done(firstStepsFor({ first_steps: hidden }, 'model'))).toEqual(['look']);
    const first = { look: true, price: true, post: true, share: false, hidden: false };
    const values = { site_tagline: 'Bread dishes' };
    expect(isReady(first, values)).toBe(true);
    expect(isReady({ ...first, post: false }, values)).toBe(false);
    expect(isReady({ ...first, look: false }, values)).toBe(false);
    expect(isReady(first, {})).toBe(false);
    expect(isReady(first, { ...values, maintenance_mode: true })).toBe(false);
  });

  it('gives each section an address of its own, which its roles may open', () => {
    const pages = settingSections.flatMap(pagesOf);
    expect(pages).toEqual([...new Set(pages)]);
    for (const role of ['model', 'admin', 'sub_admin'] as const)
      for (const { page } of sectionsFor(role))
        expect(guard(`/admin/settings/${page}`, { role, status: '0' }, routeSettings({})).outcome, page).toBe('allow');
  });

  it('has no text field that is empty and says nothing', () => {
    const texts = {
      currency: 'USD',
      usual: 'usual',
      whileEmpty: 'none',
      unseen: 'unseen',
      choiceName: (choice: string) => choice,
    };
    const shapes = settingSections.flatMap(keysOf).map((key) => shapeOf(definitionOf(key), texts));
    const said = shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.usual] : []));
    expect(said.length).toBeGreaterThan(20);
    expect(said.filter((usual) => usual !== 'usual' && usual !== 'none' && usual !== 'unseen')).toEqual([]);
  });

  it('finds single settings, and whole sections by their name', () => {
    const sections = settingSections.map(({ id, blocks }): FormSection => ({
      id,
      to: '',
      group: '',
      title: id,
      help: '',
      blocks: blocks.map(({ keys, ...block }) => ({
        id: block.id,
        title: null,
        switchId: null,
        fields: keys.map((key) => ({
          id: key,
          name: key.replaceAll('_', ' '),
          help: '',
          shape: { kind: 'switch' },
          isWide: false,
        })),
      })),
    }));
    const idsOf = (search: string) =>
      searchSections(sections, search).map(({ id, blocks }) => [
        id,
        blocks.flatMap(({ fields }) => fields).map((field) => field.id),
      ]);
    expect(idsOf('maintenance')).toEqual([['access', ['maintenance_mode']]]);
    expect(idsOf('prices')[0]?.[1]).toHaveLength(5);
  });
});

describe('the palette', () => {
  const item = (group: PaletteItem['group'], title: string, note = ''): PaletteItem => ({
    id: title,
    group,
    title,
    note,
    icon: null,
    run: () => {},
  });
  const items = [
    item('pages', 'Transactions'),
    item('actions', 'Switch between light and dark'),
    item('settings', 'Likes', 'Feed'),
    item('settings', 'Who sees likes'),
    item('posts', 'Lichen glaze'),
  ];

  it('reads the sign that narrows it', () => {
    expect(readQuery('@Ana ')).toEqual({ only: 'fans', words: 'ana' });
    expect(readQuery('#kiln')).toEqual({ only: 'posts', words: 'kiln' });
    expect(readQuery('>')).toEqual({ only: 'actions', words: '' });
  });

  it('puts the better fit first', () => {
    expect(fit({ title: 'Likes', note: '' }, 'like')).toBeGreaterThan(
      fit({ title: 'Who sees likes', note: '' }, 'like'),
    );
    expect(fit({ title: 'Likes', note: 'Feed' }, 'feed like')).toBeGreaterThan(0);
    expect(fit({ title: 'Likes', note: '' }, 'x')).toBe(0);
    expect(choose(items, 'li').map(({ group, items: found }) => [group, found.map(({ title }) => title)])).toEqual([
      ['actions', ['Switch between light and dark']],
      ['settings', ['Likes', 'Who sees likes']],
      ['posts', ['Lichen glaze']],
    ]);
  });

  it('shows every group that has a result, and what the server found as the server found it', () => {
    const many = [
      ...Array.from({ length: 9 }, (_, index) => item('settings', `Kiln ${index}`)),
      item('pages', 'Kiln'),
      item('actions', 'Fire the kiln'),
      item('posts', 'Ash glaze'),
      { ...item('posts', 'All 40 results'), isLast: true },
      item('fans', 'Ana'),
      item('files', 'IMG_1.jpg'),
    ];
    expect(choose(many, 'kiln').map(({ group, items: found }) => [group, found.length])).toEqual([
      ['pages', 1],
      ['actions', 1],
      ['settings', 4],
      ['posts', 2],
      ['fans', 1],
      ['files', 1],
    ]);
    expect(
      choose(many, 'kiln')
        .find(({ group }) => group === 'posts')
        ?.items.at(-1)?.isLast,
    ).toBe(true);
    expect(choose(many, '/img').map(({ group }) => group)).toEqual(['files']);
  });

  it('begins with pages and actions', () => {
    expect(choose(items, '').map(({ group }) => group)).toEqual(['pages', 'actions']);
  });
});

describe("a fan's value", () => {
  const fan = {
    total_amount_spent: 100.1,
    total_refund_amount: 20.05,
    total_chargeback_amount: 45,
    total_chargeback_count: 1,
    total_chargeback_fee_amount: 25,
  } as FanRow;
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
    expect(
      readTable(fansTable, new URLSearchParams('status=1&sort=-total_amount_spent&page=3&search=ana&hide=value')),
    ).toEqual({
      page: 3,
      search: 'ana',
      filters: { status: '1' },
      sorting: { column: 'total_amount_spent', direction: 'desc' },
      hidden: ['value'],
      isFiltered: true,
    });
    // Where the first screen leads to.
    expect(readTable(fansTable, new URLSearchParams('status=failed'))).toMatchObject({ filters: { status: 'failed' } });
    expect(readTable(fansTable, new URLSearchParams('status=9&sort=password&page=-2'))).toEqual({
      page: 1,
      search: '',
      filters: { status: 'all' },
      sorting: { column: 'date', direction: 'desc' },
      hidden: [],
      isFiltered: false,
    });
  });

  it('export cells that no spreadsheet takes for a formula', () => {
    expect(
      csvLines([
        ['Name', 'Sum'],
        ['=HYPERLINK("x")', -4.5],
        ['a "b", c', null],
      ]),
    ).toBe('Name,Sum\r\n"\'=HYPERLINK(""x"")",-4.5\r\n"a ""b"", c",\r\n');
  });
});

describe('charts', () => {
  it.each([
    [[0], 10],
    [[619], 1000],
    [[180, 499], 500],
    [[21], 25],
    [[3.2], 4],
  ] as const)('%j reach up to %d', (values, max) => {
    expect(roundMax(values)).toBe(max);
  });
  it('draw only what has happened', () => {
    expect(linePoints([0, 50, null, null, null], 100)).toEqual([
      { x: 0, y: 100 },
      { x: 25, y: 50 },
    ]);
  });
});

describe('a switch in the palette', () => {
  it('is missing where it would close the site or let people in or out at one key', () => {
    expect(
      settingSections
        .flatMap(keysOf)
        .filter((key) => !hasQuickSwitch(key))
        .toSorted(),
    ).toEqual(['is_universal_login_enabled', 'maintenance_mode', 'show_age_modal']);
  });
});
