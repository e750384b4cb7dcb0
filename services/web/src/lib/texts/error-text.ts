import { useTranslation } from 'react-i18next';
import { ApiError } from '../api.ts';
import type { TextKey } from './texts.ts';

/** What an error says to a person: the answer's own words, which are in their language already; `fallback` of a refusal without any. */
export function useErrorText(): (error: unknown, fallback?: TextKey) => string {
  const { t } = useTranslation();
  return (error, fallback = 'internal-error') => {
    if (!(error instanceof ApiError)) return t('internal-error');
    if (error.code === 'network') return t('network-failed');
    // The check was solved, again and again, and did not satisfy.
    if (error.code === 'human-check') return t('human-check-failed');
    if (error.message && error.message !== error.code) return error.message;
    return t(error.status < 500 ? fallback : 'internal-error');
  };
}

/** The words at one field of a form, from the answer's list; null when it is not about that field. */
export function fieldErrorOf(error: unknown, field: string): string | null {
  const named = error instanceof ApiError ? error.fields.find((one) => one.field === field) : undefined;
  // A refusal of its own says it in the answer's sentence; that of a malformed request says nothing of the field.
  return named?.message ?? (named && error instanceof ApiError && named.code === error.code ? error.message : null);
}
