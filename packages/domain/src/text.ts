/** Flat id → text of one language; plural forms carry i18next's suffix (`photo-count_few`). */
export type Texts = Readonly<Record<string, string>>;
export type TextParams = Readonly<Record<string, string | number>>;

/** Languages of the interface (DECISIONS 43); each has its file of texts, complete. */
export const languages = ['en', 'ar', 'es', 'de', 'fr', 'pt'] as const;
export type Language = (typeof languages)[number];

export const directionOf = (language: string): 'ltr' | 'rtl' => (/^(ar|he|fa|ur)\b/.test(language) ? 'rtl' : 'ltr');

const pluralSuffix = /_(zero|one|two|few|many|other)$/;
/** The id without its plural suffix. */
export const baseId = (id: string): string => id.replace(pluralSuffix, '');

const rules = new Map<string, Intl.PluralRules>();

/**
 * What i18next does with the same files, for mails and answers of the server: the plural form for `count`
 * (zero has its own where written), `{{x}}` filled in. An id nobody wrote comes back as it is.
 */
export function translate(texts: Texts, language: string, id: string, params: TextParams = {}): string {
  const text = pluralText(texts, language, id, params['count']) ?? texts[id] ?? id;
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => String(params[name] ?? whole));
}

function pluralText(texts: Texts, language: string, id: string, count: string | number | undefined): string | undefined {
  if (typeof count !== 'number') return undefined;
  let rule = rules.get(language);
  if (!rule) rules.set(language, (rule = new Intl.PluralRules(language)));
  return (count === 0 ? texts[`${id}_zero`] : undefined) ?? texts[`${id}_${rule.select(count)}`] ?? texts[`${id}_other`];
}

/** The first language of an Accept-Language header (or a list of tags) that is ours, else the fallback. */
export function chooseLanguage(accepted: string | null | undefined, fallback: Language = 'en'): Language {
  const wanted = (accepted ?? '').slice(0, 500).split(',').map(parseRange).filter((range) => range.weight > 0);
  wanted.sort((a, b) => b.weight - a.weight);
  for (const { tag } of wanted) {
    const found = languages.find((language) => language === tag.split('-')[0]);
    if (found) return found;
  }
  return fallback;
}

function parseRange(range: string): { tag: string; weight: number } {
  const [tag = '', ...settings] = range.trim().toLowerCase().split(';');
  const weight = Number(settings.find((setting) => setting.trim().startsWith('q='))?.trim().slice(2) ?? 1);
  return { tag: tag.trim(), weight: Number.isFinite(weight) ? weight : 0 };
}
