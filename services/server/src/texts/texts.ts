import i18next, { type i18n } from 'i18next';
import Negotiator from 'negotiator';
import { languages } from '@backlot/domain/formats/text';
import arAccount from '@backlot/domain/texts/account/ar.json' with { type: 'json' };
import deAccount from '@backlot/domain/texts/account/de.json' with { type: 'json' };
import enAccount from '@backlot/domain/texts/account/en.json' with { type: 'json' };
import esAccount from '@backlot/domain/texts/account/es.json' with { type: 'json' };
import frAccount from '@backlot/domain/texts/account/fr.json' with { type: 'json' };
import ptAccount from '@backlot/domain/texts/account/pt.json' with { type: 'json' };
import ar from '@backlot/domain/texts/ar.json' with { type: 'json' };
import de from '@backlot/domain/texts/de.json' with { type: 'json' };
import en from '@backlot/domain/texts/en.json' with { type: 'json' };
import es from '@backlot/domain/texts/es.json' with { type: 'json' };
import fr from '@backlot/domain/texts/fr.json' with { type: 'json' };
import pt from '@backlot/domain/texts/pt.json' with { type: 'json' };
import arOwn from '@backlot/domain/texts/server/ar.json' with { type: 'json' };
import deOwn from '@backlot/domain/texts/server/de.json' with { type: 'json' };
import enOwn from '@backlot/domain/texts/server/en.json' with { type: 'json' };
import esOwn from '@backlot/domain/texts/server/es.json' with { type: 'json' };
import frOwn from '@backlot/domain/texts/server/fr.json' with { type: 'json' };
import ptOwn from '@backlot/domain/texts/server/pt.json' with { type: 'json' };

export { languages };

/** What fans' browsers have too, and what only this process writes: answers, mails. */
const files = {
  ar: [ar, arAccount, arOwn],
  de: [de, deAccount, deOwn],
  en: [en, enAccount, enOwn],
  es: [es, esAccount, esOwn],
  fr: [fr, frAccount, frOwn],
  pt: [pt, ptAccount, ptOwn],
};

const texts: i18n = i18next.createInstance();
await texts.init({
  fallbackLng: 'en',
  showSupportNotice: false,
  resources: Object.fromEntries(
    Object.entries(files).map(([language, own]) => [language, { translation: Object.assign({}, ...own) as object }]),
  ),
  // Ids hold dots nowhere and the values are plain text, escaped where they are shown.
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
} as Parameters<i18n['init']>[0]);

export type TextParams = Readonly<Record<string, string | number>>;

/** The exact text of an id in a language; the id itself when nobody wrote it, which a test forbids. */
export function textOf(language: string, id: string, params?: TextParams): string {
  if (params !== undefined) return translate(language, id, params);
  const key = `${language} ${id}`;
  const known = plain.get(key);
  if (known !== undefined) return known;
  const text = translate(language, id, {});
  plain.set(key, text);
  return text;
}

// Most answers say one of few texts without parameters; looking one up again costs more than the rest of an answer.
const plain = new Map<string, string>();

const translate = (language: string, id: string, params: TextParams): string =>
  texts.t(id as never, { ...params, lng: language } as never) as unknown as string;

export const hasText = (id: string): boolean => texts.exists(id, { lng: 'en' });

/** The best of our languages for `Accept-Language`, falling back to the site's. */
export function chooseLanguage(wanted: string | undefined, site: string): string {
  const names: readonly string[] = languages;
  const own = names.includes(site) ? site : 'en';
  if (wanted === undefined) return own;
  const negotiator = new Negotiator({ headers: { 'accept-language': wanted.slice(0, 300) } });
  // First of the list, so that `*` means the site's.
  return negotiator.language([own, ...names.filter((name) => name !== own)]) ?? own;
}
