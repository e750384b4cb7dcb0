import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import { SiteLink } from '../../components/site-link.tsx';
import { ApiError } from '../../lib/api.ts';

/** Why a purchase came to nothing, what was kept, and what to do. */
export function PaymentProblem({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const code = error instanceof ApiError ? error.code : 'internal-error';
  const text = (): string => {
    switch (code) {
      case 'network':
      case 'internal-error': return t('payment-unknown');
      case 'payment-declined': return t('card-authorization-problem');
      case 'card-needs-attention': return t('card-needs-attention');
      case 'payment-failed': return t('payment-failed');
      default: return error instanceof ApiError ? error.message : t('error-title');
    }
  };
  const box = useRef<HTMLDivElement>(null);
  // The form is longer than a phone: what happened has to be seen from where the button was pressed.
  useEffect(() => box.current?.scrollIntoView({ block: 'center' }), [error]);
  const isDeclined = code === 'payment-declined' || code === 'payment-failed';
  return (
    <div ref={box} className="payment-problem" role="alert">
      <CircleAlert className="icon" aria-hidden />
      <p>{isDeclined ? <><b>{t('unlock-declined')}</b>{' '}</> : null}{text()}{code === 'ERR_10001' ? <>{' '}<SiteLink className="text-link" to={paths.contact}>{t('contact-us-link')}</SiteLink></> : null}</p>
    </div>
  );
}

/** Codes after which another or the same card has to be entered anew (CARD-01). */
export const wantsCard = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'card-needs-attention' || error.code === 'payment-declined' || error.code === 'card-required');
