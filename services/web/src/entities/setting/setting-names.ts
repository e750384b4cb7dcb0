import { useTranslation } from 'react-i18next';
import { useCallback } from 'react';
import { areaName } from './area-name.ts';

/** Id of a setting's name; with `-help`, of the sentence under it, where one is needed. */
export const settingText = (key: string): string => `set-${key.replaceAll(/[._]/g, '-').replaceAll('--', '-')}`;

export interface SettingNames {
  readonly name: (key: string) => string;
  readonly help: (key: string) => string;
  /** One of several choices, in words. */
  readonly choice: (key: string, value: string) => string;
  /** One of a list: an entry of a menu, a country, or the text itself. */
  readonly item: (key: string, value: string) => string;
}

/** Names of settings, in the viewer's language. Their ids follow from the keys, so they cannot be typed. */
export function useSettingNames(): SettingNames {
  const { t, i18n } = useTranslation();
  const find = useCallback((id: string): string => (i18n.exists(id) ? t(id as 'nav-settings') : ''), [i18n, t]);
  const numbered = (key: string): string => {
    const grid = /^grid_section_image_(\d)$/.exec(key)?.[1];
    if (grid !== undefined) return t('set-grid-section-image', { n: grid });
    const section = /^(?:enable_)?section_(\d)(.*)$/.exec(key);
    if (section && key.startsWith('enable_')) return t('set-enable-section', { n: section[1] ?? '' });
    if (section)
      return t('set-in-section', {
        n: section[1] ?? '',
        what: find(`set-section-part${(section[2] ?? '').replaceAll('_', '-')}`),
      });
    const social = /^theme_2_(.+)_url$/.exec(key)?.[1];
    return social === undefined ? find(settingText(key)) : find(`social-${social.replaceAll('_', '-')}`);
  };
  return {
    name: (key) => numbered(key) || key,
    help: (key) => find(`${settingText(key)}-help`),
    item: (key, value) => {
      if (key.startsWith('menu_settings.')) return find(`nav-${value}`) || value;
      return key === 'blocked_countries' || key === 'blocked_regions' ? areaName(value, i18n.language) : value;
    },
    choice: (key, value) => {
      if (key === 'default_language') return new Intl.DisplayNames([value], { type: 'language' }).of(value) ?? value;
      if (value === '') return t('set-theme-default');
      return find(`${settingText(key)}-${value}`) || find(`set-choice-${value.replaceAll(/[_ ]/g, '-')}`) || value;
    },
  };
}
