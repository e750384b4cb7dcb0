import i18next, { type i18n } from 'i18next';
import { languages } from '@backlot/domain/text';
import ar from '@backlot/domain/texts/ar.json' with { type: 'json' };
import de from '@backlot/domain/texts/de.json' with { type: 'json' };
import en from '@backlot/domain/texts/en.json' with { type: 'json' };
import es from '@backlot/domain/texts/es.json' with { type: 'json' };
import fr from '@backlot/domain/texts/fr.json' with { type: 'json' };
import pt from '@backlot/domain/texts/pt.json' with { type: 'json' };

export { languages };

const texts: i18n = i18next.createInstance();
await texts.init({
  fallbackLng: 'en', showSupportNotice: false,
  resources: Object.fromEntries(Object.entries({ ar, de, en, es, fr, pt }).map(([language, translation]) => [language, { translation }])),
  // Ids hold dots nowhere and the values are plain text, escaped where they are shown.
  keySeparator: false, nsSeparator: false, interpolation: { escapeValue: false },
} as Parameters<i18n['init']>[0]);

export type TextParams = Readonly<Record<string, string | number>>;

/** The exact text of an id in a language; the id itself when nobody wrote it, which a test forbids. */
export function textOf(language: string, id: string, params?: TextParams): string {
  if (params !== undefined) return translate(language, id, params);
  const key = `${language} ${id}`;
  const known = plain.get(key) ?? translate(language, id, {});
  plain.set(key, known);
  return known;
}

// Most answers say one of few texts without parameters; looking one up anew costs more than the rest of an answer.
const plain = new Map<string, string>();

const translate = (language: string, id: string, params: TextParams): string =>
  texts.t(id as never, { ...params, lng: language } as never) as unknown as string;

export const hasText = (id: string): boolean => texts.exists(id, { lng: 'en' });

/** The best of our languages for `Accept-Language`, falling back to the site's. */
export function chooseLanguage(wanted: string | undefined, site: string): string {
  const names: readonly string[] = languages;
  const asked = (wanted ?? '').slice(0, 300).split(',').map((part) => {
    const [tag = '', quality] = part.trim().split(';q=');
    return { tag: tag.toLowerCase().split('-')[0] ?? '', quality: quality === undefined ? 1 : Number(quality) || 0 };
  });
  asked.sort((a, b) => b.quality - a.quality);
  return asked.find(({ tag, quality }) => quality > 0 && names.includes(tag))?.tag ?? (names.includes(site) ? site : 'en');
}
