import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../toasts.tsx';

export function OfflineBanner() {
  const { t } = useTranslation();
  const toast = useToast();
  const [isOffline, setOffline] = useState(false);
  useEffect(() => {
    const leave = (): void => setOffline(true);
    const back = (): void => {
      setOffline(false);
      toast({ text: t('back-online'), tone: 'good' });
    };
    setOffline(!navigator.onLine);
    addEventListener('offline', leave);
    addEventListener('online', back);
    return () => {
      removeEventListener('offline', leave);
      removeEventListener('online', back);
    };
  }, [t, toast]);
  return (
    <div role="status" className="offline-status">
      {isOffline ? (
        <p className="offline-banner">
          <b>{t('offline-title')}</b> {t('offline-text')}
        </p>
      ) : null}
    </div>
  );
}
