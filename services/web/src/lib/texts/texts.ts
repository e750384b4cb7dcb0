import type account from '@backlot/domain/texts/account/en.json';
import type en from '@backlot/domain/texts/en.json';
import type money from '@backlot/domain/texts/money/en.json';
import type settings from '@backlot/domain/texts/settings/en.json';
import type studio from '@backlot/domain/texts/studio/en.json';
import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';

type Texts = typeof en & typeof account & typeof studio & typeof settings & typeof money;
type WithoutPlural<K> = K extends `${infer Base}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}` ? Base : K;
/** The id of a text; plural forms without their suffix. */
export type TextKey = WithoutPlural<keyof Texts & string>;

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Texts };
    keySeparator: false;
    nsSeparator: false;
    interpolation: { escapeValue: false };
  }
}

const files = import.meta.glob<Record<string, string>>('../../../../../packages/domain/src/texts/*.json', {
  import: 'default',
});
const fileOf = (language: string): string => `../../../../../packages/domain/src/texts/${language}.json`;
/** Of screens and dialogs on which people see to their account and pay: a first visit does without them. */
const accountFiles = import.meta.glob<Record<string, string>>(
  '../../../../../packages/domain/src/texts/account/*.json',
  {
    import: 'default',
  },
);
const accountFileOf = (language: string): string => `../../../../../packages/domain/src/texts/account/${language}.json`;

/** Key of a language's chunk in the build's manifest. */
export const textsSource = (language: string): string => fileOf(language).slice('../../../'.length);
export const accountTextsSource = (language: string): string => accountFileOf(language).slice('../../../'.length);

const instances = new Map<string, Promise<i18n>>();

/** The texts of a language, loaded once. An unknown language gets English. */
export function loadTexts(language: string): Promise<i18n> {
  const known = files[fileOf(language)] ? language : 'en';
  let loading = instances.get(known);
  if (!loading) instances.set(known, (loading = load(known)));
  return loading;
}

async function load(language: string): Promise<i18n> {
  const [texts, account] = await Promise.all([
    files[fileOf(language)]?.(),
    // The server writes all screens.
    import.meta.env.SSR ? accountFiles[accountFileOf(language)]?.() : null,
  ]);
  const instance = createInstance();
  await instance.use(initReactI18next).init({
    lng: language,
    showSupportNotice: false,
    resources: { [language]: { translation: { ...texts, ...account } } },
    keySeparator: false,
    nsSeparator: false,
    // React escapes.
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  } as Parameters<i18n['init']>[0]);
  if (import.meta.env.SSR) rememberPlain(instance);
  return instance;
}

/**
 * Texts are looked up once, and plain values put into them at once: a page of the feed asks for some five hundred texts, which
 * never change here. Whatever more a text wants (a plural, another text in it) is the library's.
 */
function rememberPlain(instance: i18n): void {
  const original = instance.getFixedT.bind(instance);
  const plain = new Map<string, string>();
  instance.getFixedT = ((...which: Parameters<typeof original>) => {
    const t = original(...which) as unknown as (key: unknown, values?: object) => unknown;
    const remembering = (key: string, values?: object): unknown => {
      if (typeof key !== 'string') return t(key, values);
      if (values !== undefined) return withValues(instance, key, values) ?? t(key, values);
      const known = plain.get(key) ?? String(t(key));
      plain.set(key, known);
      return known;
    };
    return Object.assign(remembering, t);
  }) as unknown as typeof instance.getFixedT;
}

/** Null for what only the library knows how to write. */
function withValues(instance: i18n, key: string, values: object): string | null {
  const text: unknown = instance.getResource(instance.language, 'translation', key);
  const given = new Map<string, unknown>(Object.entries(values));
  const isPlain =
    typeof text === 'string' &&
    !text.includes('$t(') &&
    !given.has('count') &&
    !given.has('context') &&
    [...given.values()].every((value) => typeof value === 'string' || typeof value === 'number');
  if (!isPlain) return null;
  let isWhole = true;
  const written = text.replaceAll(/\{\{\s*([^{}]+?)\s*\}\}/g, (_hole, name: string) => {
    isWhole &&= given.has(name);
    return String(given.get(name));
  });
  return isWhole ? written : null;
}

/** Adds further words once, for the one language that a page is in; a download that failed is tried again when asked for. */
export function addingOnce(
  fileOf: (language: string) => Promise<Record<string, string>> | undefined,
): () => Promise<void> {
  let adding: Promise<void> | undefined;
  const add = async (loading: Promise<i18n>): Promise<void> => {
    const instance = await loading;
    const { language } = instance;
    instance.addResourceBundle(language, 'translation', await fileOf(language), true, true);
  };
  return () => {
    adding ??= Promise.all(Array.from(instances.values(), add)).then(
      () => undefined,
      (error: unknown) => {
        adding = undefined;
        throw error;
      },
    );
    return adding;
  };
}

/** The words of what people do with their account and money. */
const addAccountTexts = addingOnce((language) => accountFiles[accountFileOf(language)]?.());

/** Code of such a screen or dialog together with its words. */
export async function withAccountTexts<M>(code: Promise<M>): Promise<M> {
  const [module] = await Promise.all([code, import.meta.env.SSR ? null : addAccountTexts()]);
  return module;
}
