import type { PurchaseView } from '@backlot/contracts/purchases';
import { declineText } from '@backlot/domain/money/decline';
import { useQueryClient } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/button.tsx';
import { useToast } from '../../../components/toasts.tsx';
import { purchaseKey } from '../../../entities/purchase/purchase-state.ts';
import { api } from '../../../lib/api.ts';
import { useFormats, useMoneyIn, useSite } from '../../../lib/site.tsx';
import { useErrorText } from '../../../lib/texts/error-text.ts';
import { goToPayer } from './go-to-payer.ts';

/** A purchase that waits for its payer: what they have to do, until when, and the way out. */
export function WaitingForPayer({ purchase }: { purchase: PurchaseView }) {
  const { t } = useTranslation();
  const { time } = useFormats();
  const moneyIn = useMoneyIn();
  const giveUp = useGiveUp(purchase.intent_id);
  const { action } = purchase;
  if (action === null) return null;
  const refused = action.refused_reason;
  return (
    <div className="outcome">
      <span className="outcome-sign" aria-hidden="true">
        <ShieldCheck className="icon" />
      </span>
      <h1 tabIndex={-1}>{t(action.type === 'challenge' ? 'payment-challenge-title' : 'payment-redirect-title')}</h1>
      <p>
        {t(action.type === 'challenge' ? 'payment-challenge-text' : 'payment-redirect-text', {
          amount: moneyIn(purchase.amount, purchase.currency),
        })}
      </p>
      {refused === null ? null : (
        <p role="alert">
          {t(declineText(refused))} {t('payment-try-another')}
        </p>
      )}
      <p className="outcome-next">{t('payment-until', { time: time(action.expires_at) })}</p>
      <div className="outcome-actions">
        <Button size="l" onClick={() => goToPayer(purchase)}>
          {t('btn-continue')}
        </Button>
        <Button size="l" tone="quiet" busy={giveUp.isBusy} onClick={() => void giveUp.run()}>
          {t('payment-give-up')}
        </Button>
      </div>
    </div>
  );
}

function useGiveUp(intentId: string) {
  const { id: site } = useSite();
  const queries = useQueryClient();
  const toast = useToast();
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      const { data } = await api('POST /api/v2/purchase/cancel', { body: { intent_id: intentId } });
      queries.setQueryData(purchaseKey(site, intentId), data);
    } catch (error) {
      toast({ text: errorText(error), tone: 'bad' });
      await queries.invalidateQueries({ queryKey: purchaseKey(site, intentId) });
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, run };
}
