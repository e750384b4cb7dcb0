import { copyToastMs } from '@backlot/domain/limits';
import { useTranslation } from 'react-i18next';
import { useToast } from './toasts.tsx';

/** GEN-16: puts a text on the clipboard and says so for two seconds. */
export function useCopy(): (text: string) => void {
  const { t } = useTranslation();
  const toast = useToast();
  // Over plain http a browser has no clipboard at all: reading it within the promise makes that a failure like the others.
  return (text) =>
    void Promise.resolve()
      .then(() => navigator.clipboard.writeText(text))
      .then(
        () => toast({ text: t('copied'), stays: copyToastMs }),
        () => toast({ text: t('copy-failed'), tone: 'bad' }),
      );
}
