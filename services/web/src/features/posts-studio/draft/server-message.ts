import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../lib/api.ts';
import type { TextKey } from '../../../lib/texts/texts.ts';

/** POST-067, REUSE-13: the usual sentence of a form, for a refusal that came without words; null lets the error speak for itself. */
export function useServerMessage(
  usual: TextKey & ('post-problem' | 'reuse-problem'),
): (error: unknown) => string | null {
  const { t } = useTranslation();
  return (error) =>
    error instanceof ApiError && error.code !== 'network' && (error.message === '' || error.message === error.code)
      ? t(usual)
      : null;
}
