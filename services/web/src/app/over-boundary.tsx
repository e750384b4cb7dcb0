import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Dialog } from '../components/dialog.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { ScreenFailedOver } from '../components/site/states.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

/** For what lies over another screen. Waiting for its code and failing are said over it too: at the end of a long feed nobody would see them. */
export function OverBoundary({ resetKey, children }: { resetKey: string; children: ReactNode }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const close = (): void => {
    void navigate(-1);
  };
  const waiting = (
    <Dialog title={t('a11y-loading')} hideTitle shape="full" onClose={close}>
      <Skeleton lines={6} />
    </Dialog>
  );
  return (
    <ErrorBoundary resetKey={resetKey} Failed={ScreenFailedOver}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </ErrorBoundary>
  );
}
