import { describe, expect, it } from 'vitest';
import { baseId, chooseLanguage, directionOf, languages, translate } from './text.ts';
import ar from './texts/ar.json' with { type: 'json' };
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };
import pt from './texts/pt.json' with { type: 'json' };

const files: Record<string, Record<string, string>> = { en, ar, es, de, fr, pt };
const variables = (text: string) => [...new Set(Array.from(text.matchAll(/\{\{(\w+)\}\}/g), (match) => match[1]!))].sort();
const withoutCount = (text: string) => variables(text).filter((name) => name !== 'count');
const basesOf = (texts: Record<string, string>) => [...new Set(Object.keys(texts).map(baseId))].sort();
const englishOf = (id: string) => files['en']![id] ?? files['en']![`${baseId(id)}_other`]!;

describe('the texts', () => {
  it.each(languages)('%s has every id that English has, and no other', (language) => {
    expect(basesOf(files[language]!)).toEqual(basesOf(en));
  });

  it.each(languages)('%s has every plural form that its grammar asks for', (language) => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const texts = files[language]!;
    const plurals = Object.keys(en).filter((id) => id.endsWith('_other')).map(baseId);
    const missing = plurals.flatMap((id) => forms.filter((form) => !texts[`${id}_${form}`]).map((form) => `${id}_${form}`));
    expect(missing).toEqual([]);
  });

  it.each(languages)('%s fills in the same variables as English', (language) => {
    const wrong = Object.entries(files[language]!).filter(([id, text]) => `${withoutCount(text)}` !== `${withoutCount(englishOf(id))}`);
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
    expect(Object.values(files).flatMap((texts) => Object.values(texts)).filter((text) => text.toLowerCase().includes(platformName))).toEqual([]);
  });
});

describe('translate', () => {
  it('fills in variables and keeps what it was not given', () => {
    expect(translate(en, 'en', 'amount-range', { min: 5, max: 450 })).toBe('Choose an amount between 5 and 450');
    expect(translate(en, 'en', 'amount-range', { min: 5 })).toBe('Choose an amount between 5 and {{max}}');
    expect(translate(en, 'en', 'nobody-wrote-this')).toBe('nobody-wrote-this');
  });

  it.each([
    [0, 'بلا صور'], [1, 'صورة واحدة'], [2, 'صورتان'], [3, '3 صور'], [11, '11 صورة'], [100, '100 صورة'],
  ])('counts %i photos in Arabic', (count, text) => {
    expect(translate(ar, 'ar', 'photo-count', { count })).toBe(text);
  });

  it('counts photos in English', () => {
    expect([0, 1, 2].map((count) => translate(en, 'en', 'photo-count', { count }))).toEqual(['no photos', '1 photo', '2 photos']);
  });
});

describe('chooseLanguage', () => {
  it.each([
    ['ar-EG,ar;q=0.9,en;q=0.8', 'ar'], ['en-GB', 'en'], ['tlh, ar;q=0.1', 'ar'], ['en;q=0.2, ar;q=0.9', 'ar'],
    ['pt-BR, en;q=0.5', 'pt'], ['ar;q=0', 'en'], ['', 'en'], [null, 'en'], ['ar;q=nonsense', 'en'],
  ] as const)('%s gives %s', (header, language) => {
    expect(chooseLanguage(header)).toBe(language);
  });

  it('Arabic is written from right to left', () => {
    expect([directionOf('ar'), directionOf('ar-EG'), directionOf('en'), directionOf('arn')]).toEqual(['rtl', 'rtl', 'ltr', 'ltr']);
  });
});
