import { validateSetting, conflictingBounds, type SettingKey } from '@backlot/domain/settings';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { settingsKey, useSettingValues, useSite } from '../../lib/site.tsx';
import { readSetting } from '../../lib/settings.ts';
import { useSettingNames } from './setting-names.ts';

export interface SaveSetting {
  /** Null when the value is good; else what is wrong with it, for its field. */
  readonly check: (key: SettingKey, value: unknown) => string | null;
  /** Rejects with the server's refusal; answers the value before. */
  readonly save: (key: SettingKey, value: unknown) => Promise<unknown>;
  readonly errorText: (error: unknown) => string;
}

/** One setting at a time: checked by the rules that the server has, sent, and the page's settings renewed. */
export function useSaveSetting(): SaveSetting {
  const { t } = useTranslation();
  const { id } = useSite();
  const values = useSettingValues();
  const queries = useQueryClient();
  const errorText = useErrorText();
  const names = useSettingNames();
  const { mutateAsync } = useMutation({
    mutationFn: ({ key, value }: { key: SettingKey; value: unknown }) => api('PATCH /api/app_settings', { body: { [key]: value } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: settingsKey(id) }),
  });
  return {
    check: (key, value) => {
      const checked = validateSetting(key, value);
      if (!checked.ok) {
        const { min, max } = checked.params as { min?: number; max?: number };
        return min !== undefined && max !== undefined ? t('set-invalid-range', { min, max }) : t('setting-invalid', { key: names.name(key) });
      }
      const conflict = conflictingBounds({ ...boundsOf(values), [key]: checked.value });
      return conflict && (conflict.min === key || conflict.max === key) ? t('settings-bounds', { min: names.name(conflict.min), max: names.name(conflict.max) }) : null;
    },
    save: async (key, value) => {
      const before = readSetting(values, key);
      const checked = validateSetting(key, value);
      await mutateAsync({ key, value: checked.ok ? checked.value : value });
      return before;
    },
    errorText,
  };
}

const bounds = ['content_unlock_minimum_amount', 'content_unlock_maximum_amount'] as const;
const boundsOf = (values: Parameters<typeof readSetting>[0]): Record<string, unknown> => Object.fromEntries(bounds.map((key) => [key, readSetting(values, key)]));
