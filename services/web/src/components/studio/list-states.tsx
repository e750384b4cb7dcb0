import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/error-text.ts';

/** One line what will be here, one button. */
export function Empty({ icon: Icon, text, children }: { icon: LucideIcon; text: string; children?: ReactNode }) {
  return <div className="empty"><Icon className="icon" aria-hidden /><p>{text}</p>{children}</div>;
}

export function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (
    <div className="empty" role="alert">
      <p><b>{t('error-load')}</b><br />{errorText(error)}</p>
      <button type="button" className="btn" onClick={onRetry}>{t('btn-try-again')}</button>
    </div>
  );
}

/** The lines of a table that comes. */
export function Lines({ count = 10 }: { count?: number }) {
  const { t } = useTranslation();
  return <div className="lines" role="status" aria-label={t('a11y-loading')}>{Array.from({ length: count }, (_, line) => <span key={line} />)}</div>;
}
