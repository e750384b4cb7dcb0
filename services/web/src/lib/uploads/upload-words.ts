import { useTranslation } from 'react-i18next';
import { useSite } from '../site.tsx';
import type { UploadItem } from './upload-item.ts';
import { useProblemText } from './use-uploads.tsx';

/** How far a file has come, in the specification's words. */
export function useUploadWords(): (item: UploadItem) => string {
  const { t } = useTranslation();
  const { language } = useSite();
  const problemText = useProblemText();
  const megabytes = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  return (item) => {
    switch (item.phase) {
      case 'waiting': return t('upload-state-waiting');
      case 'sending': return t('upload-state-uploading', { loaded: megabytes.format(item.sent / 1e6), total: megabytes.format(item.size / 1e6) });
      case 'processing': return t('upload-state-processing');
      case 'ready': return t('upload-state-uploaded');
      case 'lost': return t('upload-state-stopped');
      default: return item.problem ? problemText(item.problem) : t('upload-image-error');
    }
  };
}
