import { describe, expect, it } from 'vitest';
import { directionOf, languages } from './text.ts';
import ar from '../texts/ar.json' with { type: 'json' };
import de from '../texts/de.json' with { type: 'json' };
import en from '../texts/en.json' with { type: 'json' };
import es from '../texts/es.json' with { type: 'json' };
import fr from '../texts/fr.json' with { type: 'json' };
import pt from '../texts/pt.json' with { type: 'json' };
import arAccount from '../texts/account/ar.json' with { type: 'json' };
import deAccount from '../texts/account/de.json' with { type: 'json' };
import enAccount from '../texts/account/en.json' with { type: 'json' };
import esAccount from '../texts/account/es.json' with { type: 'json' };
import frAccount from '../texts/account/fr.json' with { type: 'json' };
import ptAccount from '../texts/account/pt.json' with { type: 'json' };
import arServer from '../texts/server/ar.json' with { type: 'json' };
import deServer from '../texts/server/de.json' with { type: 'json' };
import enServer from '../texts/server/en.json' with { type: 'json' };
import esServer from '../texts/server/es.json' with { type: 'json' };
import frServer from '../texts/server/fr.json' with { type: 'json' };
import ptServer from '../texts/server/pt.json' with { type: 'json' };

/** The id without its plural suffix. */
const baseId = (id: string): string => id.replace(/_(zero|one|two|few|many|other)$/, '');
type Texts = Record<string, Record<string, string>>;
/** What a fan's browser has at first, what it gets with screens about accounts, and what only the server writes. */
const shared: Texts = { en, ar, es, de, fr, pt };
const account: Texts = {
  en: enAccount,
  ar: arAccount,
  es: esAccount,
  de: deAccount,
  fr: frAccount,
  pt: ptAccount,
};
const server: Texts = { en: enServer, ar: arServer, es: esServer, de: deServer, fr: frServer, pt: ptServer };
const variables = (text: string) =>
  [...new Set(Array.from(text.matchAll(/\{\{(\w+)\}\}/g), (match) => match[1]!))].sort();
const withoutCount = (text: string) => variables(text).filter((name) => name !== 'count');
const basesOf = (texts: Record<string, string>) => [...new Set(Object.keys(texts).map(baseId))].sort();
const englishOf = (files: Texts, id: string) => files['en']![id] ?? files['en']![`${baseId(id)}_other`]!;

describe.each([
  ['the shared texts', shared],
  ['the texts of accounts', account],
  ['the texts of the server', server],
])('%s', (_, files) => {
  it.each(languages)('%s has every id that English has, and no other', (language) => {
    expect(basesOf(files[language]!)).toEqual(basesOf(files['en']!));
  });

  it.each(languages)('%s has every plural form that its grammar asks for', (language) => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const texts = files[language]!;
    const plurals = Object.keys(files['en']!)
      .filter((id) => id.endsWith('_other'))
      .map(baseId);
    const missing = plurals.flatMap((id) =>
      forms.filter((form) => !texts[`${id}_${form}`]).map((form) => `${id}_${form}`),
    );
    expect(missing).toEqual([]);
  });

  it.each(languages)('%s fills in the same variables as English', (language) => {
    const wrong = Object.entries(files[language]!).filter(
      ([id, text]) => `${withoutCount(text)}` !== `${withoutCount(englishOf(files, id))}`,
    );
    expect(wrong).toEqual([]);
  });

  it.each(languages)('%s is sorted, has no empty text and kebab-case ids', (language) => {
    const ids = Object.keys(files[language]!);
    expect(ids).toEqual([...ids].sort());
    expect(Object.entries(files[language]!).filter(([, text]) => text.trim() === '')).toEqual([]);
    expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*(_(zero|one|two|few|many|other))?$/.test(id))).toEqual([]);
  });

  it('no text names the platform', () => {
    const platformName = ['back', 'lot'].join('');
    expect(
      Object.values(files)
        .flatMap((texts) => Object.values(texts))
        .filter((text) => text.toLowerCase().includes(platformName)),
    ).toEqual([]);
  });
});

describe('an id', () => {
  it('is in one file alone', () => {
    const ids = [enServer, enAccount, en].flatMap((texts) => Object.keys(texts));
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
  });
});

describe('direction', () => {
  it('Arabic is written from right to left', () => {
    expect([directionOf('ar'), directionOf('ar-EG'), directionOf('en'), directionOf('arn')]).toEqual([
      'rtl',
      'rtl',
      'ltr',
      'ltr',
    ]);
  });
});
