import { useTranslation } from 'react-i18next';
import { ApiError } from '../api.ts';
import { useErrorText } from './error-text.ts';
import type { TextKey } from './texts.ts';

/** What an error says to a person, of a call whose failure has a text of its own, which is said where the server or nobody says why. */
export function useFailureText(failed: TextKey): (error: unknown) => string {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (error) =>
    error instanceof ApiError && error.code === 'internal-error' ? t(failed) : errorText(error, failed);
}
