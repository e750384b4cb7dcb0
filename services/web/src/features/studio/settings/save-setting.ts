import { conflictingBounds, findSetting, validateSetting, type SettingKey } from '@backlot/domain/settings';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormDraft, type FormDraft } from '../../../components/kit/form/use-form-draft.ts';
import { useToast } from '../../../components/toasts.tsx';
import { api, ApiError } from '../../../lib/api.ts';
import { settingsKey, useSettingValues, useSite } from '../../../lib/site.tsx';
import { readSetting, type SettingValues } from '../../../lib/settings.ts';
import { useErrorText } from '../../../lib/texts/error-text.ts';
import { makesOfferInVain } from './offer-in-vain.ts';
import { useSettingNames } from '../../../entities/setting/setting-names.ts';

export type SettingEdits = Readonly<Partial<Record<SettingKey, unknown>>>;

export interface SaveSettings {
  /** What is wrong with values that are to be saved together, in words for their fields. */
  readonly check: (edits: SettingEdits) => Readonly<Record<string, string>>;
  /**
   * All of them or none. Resolves to the change as `useUndoSetting` takes it, null where there is none to undo.
   * Rejects with the server's refusal, or with what failed.
   */
  readonly save: (edits: SettingEdits) => Promise<string | null>;
}

/** The settings page's draft: saved together, and told with the way back. */
export function useSettingsDraft(): FormDraft {
  const { t } = useTranslation();
  const values = useSettingValues();
  const { check, save } = useSaveSettings();
  const tellSaved = useSavedToast();
  return useFormDraft({
    savedOf: (key) => readSetting(values, key as SettingKey),
    check,
    save: async (edits) => tellSaved(t('set-saved-live'), await save(edits)),
  });
}

/** Settings as they are changed together: checked by the rules that the server has, sent, and shown as it answers. */
export function useSaveSettings(): SaveSettings {
  const { t } = useTranslation();
  const values = useSettingValues();
  const names = useSettingNames();
  const show = useShowAnswer();
  const { mutateAsync } = useMutation({
    mutationFn: (body: Record<string, unknown>) => api('PATCH /api/app_settings', { body }),
    onSuccess: ({ data }) => show(data),
  });
  const wrongOf = (key: SettingKey, value: unknown): string | null => {
    const checked = validateSetting(key, value);
    if (checked.ok) return null;
    if (Number.isNaN(value)) return t('set-invalid-number');
    const { min, max } = checked.params as { min?: number; max?: number };
    return min !== undefined && max !== undefined
      ? t('set-invalid-range', { min, max })
      : t('setting-invalid', { key: names.name(key) });
  };
  return {
    check: (edits) => {
      const wrong = entriesOf(edits).flatMap(([key, value]): [string, string][] => {
        const text = wrongOf(key, value);
        return text === null ? [] : [[key, text]];
      });
      const conflict = conflictingBounds({ ...boundsOf(values), ...edits });
      const about = conflict && [conflict.min, conflict.max].find((key) => key in edits);
      const isVain = wrong.length === 0 && makesOfferInVain(values, edits);
      return {
        ...(isVain ? { 'resubscribe_offer.recurring_price': t('resub-saves-nothing') } : {}),
        ...(conflict && about
          ? { [about]: t('settings-bounds', { min: names.name(conflict.min), max: names.name(conflict.max) }) }
          : {}),
        ...Object.fromEntries(wrong),
      };
    },
    save: async (edits) => {
      const body = entriesOf(edits).map(([key, value]) => {
        const checked = validateSetting(key, value);
        return [key, checked.ok ? checked.value : value] as const;
      });
      const { change_id: changeId = null } = await mutateAsync(Object.fromEntries(body)).catch((error: unknown) => {
        const isOfCoupons = entriesOf(edits).every(([key]) => couponKeys.has(key));
        throw explained(error, t(isOfCoupons ? 'coupon-settings-error' : 'update-settings-error'));
      });
      // What a secret was before is kept nowhere.
      return entriesOf(edits).some(([key]) => findSetting(key)?.read === 'secret') ? null : changeId;
    },
  };
}

/** Says that it was saved, and undoes that change where it is wanted; without a change there is nothing to undo. */
export function useSavedToast(): (text: string, changeId: string | null) => void {
  const { t } = useTranslation();
  const toast = useToast();
  const undo = useUndoSetting();
  const errorText = useErrorText();
  const takeBack = (id: string): void =>
    void undo(id).then(
      () => toast({ text: t('form-undone'), tone: 'good' }),
      (error: unknown) => toast({ text: errorText(error), tone: 'bad' }),
    );
  return (text, changeId) =>
    toast({
      text,
      tone: 'good',
      stays: 10_000,
      ...(changeId === null ? {} : { action: { label: t('btn-undo'), run: () => takeBack(changeId) } }),
    });
}

/** Puts back what a change replaced, by its id in the history. */
export function useUndoSetting(): (id: string) => Promise<void> {
  const show = useShowAnswer();
  const { mutateAsync } = useMutation({
    mutationFn: (change_id: string) => api('POST /api/app_settings/history/undo', { body: { change_id } }),
    onSuccess: ({ data }) => show(data),
  });
  return async (id) => {
    await mutateAsync(id);
  };
}

/** The answer holds all settings as they are now: nothing jumps back until they are asked for again. */
function useShowAnswer(): (data: unknown) => Promise<void> {
  const { id } = useSite();
  const queries = useQueryClient();
  return async (data) => {
    await queries.cancelQueries({ queryKey: settingsKey(id), exact: true });
    queries.setQueryData<SettingValues>(settingsKey(id), data as SettingValues);
    void queries.invalidateQueries({ queryKey: [...settingsKey(id), 'history'] });
    // Told beside the settings that it follows from.
    void queries.invalidateQueries({ queryKey: [id, 'card-provider'] });
  };
}

/** Where the server does not say why, what it was that failed. */
const explained = (error: unknown, failed: string): unknown =>
  error instanceof ApiError && error.code === 'internal-error'
    ? new ApiError(error.status, { ...error.details, code: error.code, message: failed })
    : error;

const couponKeys: ReadonlySet<SettingKey> = new Set(['enable_coupons', 'display_coupon_box_to_user'] as const);

const entriesOf = (edits: SettingEdits): [SettingKey, unknown][] => Object.entries(edits) as [SettingKey, unknown][];

const bounds = [
  'content_unlock_minimum_amount',
  'content_unlock_maximum_amount',
  'tips_minimum_amount',
  'tips_maximum_amount',
] as const;
const boundsOf = (values: SettingValues): Record<string, unknown> =>
  Object.fromEntries(bounds.map((key) => [key, readSetting(values, key)]));
