import type en from '@backlot/domain/texts/en.json';
import type studio from '@backlot/domain/texts/studio/en.json';
import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';

type Texts = typeof en & typeof studio;
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

/** Key of a language's chunk in the build's manifest. */
export const textsSource = (language: string): string => fileOf(language).slice('../../../'.length);

const instances = new Map<string, Promise<i18n>>();

/** The texts of a language, loaded once. An unknown language gets English. */
export function loadTexts(language: string): Promise<i18n> {
  const known = files[fileOf(language)] ? language : 'en';
  let loading = instances.get(known);
  if (!loading) instances.set(known, (loading = load(known)));
  return loading;
}

async function load(language: string): Promise<i18n> {
  const texts = await files[fileOf(language)]?.();
  const instance = createInstance();
  await instance.use(initReactI18next).init({
    lng: language,
    showSupportNotice: false,
    resources: { [language]: { translation: texts ?? {} } },
    keySeparator: false,
    nsSeparator: false,
    // React escapes.
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  } as Parameters<i18n['init']>[0]);
  return instance;
}
