import type { SettingKey } from '@backlot/domain/settings';
import { readSetting } from '../settings.ts';
import { useSettingValues, useSite } from '../site.tsx';

/**
 * Labels that the creator wrote, for readers of the language that the site is written in; empty for everybody else, who
 * read the interface's own. Texts that have no counterpart in the interface are shown to all as they are.
 */
export function useCustomTexts(): (key: SettingKey) => string {
  const { language } = useSite();
  const values = useSettingValues();
  const written = readSetting(values, 'default_language');
  return (key) => {
    const own = readSetting(values, key);
    return typeof own === 'string' && (written === undefined || written === language) ? own : '';
  };
}

export const useCustomText = (key: SettingKey): string => useCustomTexts()(key);
