import type { i18n, TFunction } from 'i18next';
import { createContext, useContext, type ReactNode } from 'react';

// What the server's bundle has in place of `react-i18next`: while a page is drawn its language does not change, and nothing has
// to be watched for each of a page's five hundred uses.

const Instance = createContext<Translation | null>(null);

interface Translation {
  readonly t: TFunction;
  readonly i18n: i18n;
}

const known = new WeakMap<i18n, Translation>();

function translationOf(instance: i18n): Translation {
  const found = known.get(instance) ?? { t: instance.getFixedT(instance.language), i18n: instance };
  known.set(instance, found);
  return found;
}

/** Everything under it is written by this instance. */
export function I18nextProvider({ i18n: instance, children }: { i18n: i18n; children: ReactNode }) {
  return <Instance.Provider value={translationOf(instance)}>{children}</Instance.Provider>;
}

/** The page's words. @throws without a provider above */
export function useTranslation(): Translation {
  const translation = useContext(Instance);
  if (translation === null) throw new Error('No I18nextProvider above.');
  return translation;
}

/** Nothing has to be made ready. */
export const initReactI18next = { type: '3rdParty', init: () => {} } as const;
