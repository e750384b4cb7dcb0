import Button from '@mui/material/Button';
import { LockKeyhole, WifiOff, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api.ts';
import { useFailureText } from '../../lib/texts/failure-text.ts';
import type { TextKey } from '../../lib/texts/texts.ts';

/** One line what will be here, one button. */
export function Empty({ icon: Icon, text, children }: { icon: LucideIcon; text: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <Icon className="icon" aria-hidden />
      <p>{text}</p>
      {children}
    </div>
  );
}

/** No connection: what is asked for comes by itself as soon as there is one. */
export function Offline() {
  const { t } = useTranslation();
  return (
    <div className="empty" role="status">
      <WifiOff className="icon" aria-hidden />
      <p>
        <b>{t('offline-title')}</b>
        <br />
        {t('offline-text')}
      </p>
    </div>
  );
}

/** This person may not see it; trying again would not help. */
export function Forbidden() {
  const { t } = useTranslation();
  return (
    <div className="empty" role="alert">
      <LockKeyhole className="icon" aria-hidden />
      <p>
        <b>{t('access-denied-title')}</b>
        <br />
        {t('access-denied-text')}
      </p>
    </div>
  );
}

export interface Asked {
  readonly error: unknown;
  readonly fetchStatus: 'fetching' | 'paused' | 'idle';
  readonly refetch: () => unknown;
  /** What is said where the server does not say why. */
  readonly failed?: TextKey;
}

/** What stands where a list has no answer yet: its lines while it comes, else why it does not. */
export function NoAnswer({ asked: { error, fetchStatus, refetch, failed }, count }: { asked: Asked; count?: number }) {
  if (fetchStatus === 'paused') return <Offline />;
  if (!error) return <Lines {...(count === undefined ? {} : { count })} />;
  if (error instanceof ApiError && error.status === 403) return <Forbidden />;
  return <Failed error={error} onRetry={() => void refetch()} {...(failed === undefined ? {} : { failed })} />;
}

interface FailedProps extends Pick<Asked, 'failed'> {
  readonly error: unknown;
  readonly onRetry: () => void;
}

export function Failed({ error, failed = 'internal-error', onRetry }: FailedProps) {
  const { t } = useTranslation();
  const errorText = useFailureText(failed);
  return (
    <div className="empty" role="alert">
      <p>
        <b>{t('error-load')}</b>
        <br />
        {errorText(error)}
      </p>
      <Button onClick={onRetry}>{t('btn-try-again')}</Button>
    </div>
  );
}

/** The lines of a table that comes. */
export function Lines({ count = 10 }: { count?: number }) {
  const { t } = useTranslation();
  return (
    <div className="lines" role="status" aria-label={t('a11y-loading')}>
      {Array.from({ length: count }, (_, line) => (
        <span key={line} />
      ))}
    </div>
  );
}
