import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { MessagePage } from './message-page.tsx';

/** A page whose data did not come. */
export function LoadFailed({ onRetry }: { onRetry: () => unknown }) {
  const { t } = useTranslation();
  return (
    <MessagePage
      title={t('error-title')}
      actions={<Button onClick={() => void onRetry()}>{t('btn-try-again')}</Button>}
    >
      <p>{t('error-load')}</p>
    </MessagePage>
  );
}
