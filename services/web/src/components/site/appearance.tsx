import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../../lib/texts/language.ts';
import { chooseScheme, schemes, storedScheme, type Scheme } from '../../lib/scheme.ts';
import { useSetting, useSite } from '../../lib/site.tsx';

const schemeTexts = { system: 'theme-system', light: 'theme-light', dark: 'theme-dark' } as const;

/** Light or dark, and the language. */
export function Appearance() {
  return (
    <div className="appearance">
      <SchemeChoice />
      <LanguageChoice />
    </div>
  );
}

function SchemeChoice() {
  const { t } = useTranslation();
  const ofSite = useSetting('colour_mode') ?? 'system';
  const [scheme, setScheme] = useState<Scheme>(ofSite);
  useEffect(() => {
    setScheme(storedScheme() ?? ofSite);
  }, [ofSite]);
  const choose = (chosen: Scheme): void => {
    setScheme(chosen);
    chooseScheme(chosen);
  };
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">{t('a11y-theme-switch')}</legend>
      {schemes.map((one) => (
        <label key={one}>
          <input type="radio" name="scheme" value={one} checked={one === scheme} onChange={() => choose(one)} />
          <span>{t(schemeTexts[one])}</span>
        </label>
      ))}
    </fieldset>
  );
}

export function LanguageChoice() {
  const { t } = useTranslation();
  const { language, languages } = useSite();
  if (languages.length < 2) return null;
  return (
    <label className="language-choice">
      <span className="visually-hidden">{t('a11y-language')}</span>
      <select
        value={language}
        onChange={(event) => {
          void chooseLanguage(event.target.value);
        }}
      >
        {languages.map((one) => (
          <option key={one} value={one} lang={one}>
            {nameOf(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A language under its own name. */
const nameOf = (language: string): string =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
