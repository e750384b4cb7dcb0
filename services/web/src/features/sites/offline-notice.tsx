import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../components/toasts.tsx';

export function OfflineNotice() {
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
    <div role="status">{isOffline ? <p className="offline-notice"><b>{t('offline-title')}</b>{' '}{t('offline-text')}</p> : null}</div>
  );
}
