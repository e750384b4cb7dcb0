import type { MeView } from '@backlot/contracts/accounts';
import { queryKeys } from '@backlot/contracts/bootstrap';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { useRenewalPrice } from '../../../entities/membership/renewal-price.ts';
import { useCardEntry } from '../../../entities/purchase/card-entry.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { useToast } from '../../../components/toasts.tsx';
import { api } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats, useSite } from '../../../lib/site.tsx';
import { useErrorText } from '../../../lib/texts/error-text.ts';
import './rebill.css';

type Risk = NonNullable<MeView['rebill_notification']>;

/** The next renewal will fail: said while there is time, and put off for a day by whoever does not want to hear of it now. */
export function RenewalAtRiskDialog({ me, risk }: { me: MeView; risk: Risk }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const renewalPrice = useRenewalPrice();
  const [isClosed, setClosed] = useState(false);
  // Where cards are typed on the provider's page none can be added beforehand: the next purchase takes another one.
  const isHosted = useCardEntry() === 'hosted';
  const later = usePutOff(() => setClosed(true));
  if (isClosed) return null;
  const isWallet = risk.reason === 'wallet-low';
  const params = { date: date(risk.date), amount: renewalPrice(me, risk.amount) };
  return (
    <Dialog
      title={t('rebill-risk-title')}
      onClose={() => later.mutate()}
      actions={
        <>
          <Button
            tone="quiet"
            busy={later.isPending}
            data-first-focus={isHosted && !isWallet ? '' : undefined}
            onClick={() => later.mutate()}
          >
            {t('rebill-risk-later')}
          </Button>
          {isWallet || !isHosted ? (
            <ButtonLink to={isWallet ? paths.wallet : paths.addPaymentMethod} data-first-focus="">
              {t(isWallet ? 'wallet-title' : 'card-add')}
            </ButtonLink>
          ) : null}
        </>
      }
    >
      <p>
        {risk.reason === 'card-expires'
          ? t('rebill-risk-card-expires', { ...params, last4: risk.last4 ?? '' })
          : t(isWallet ? 'rebill-wallet-text' : 'rebill-risk-no-card', params)}
      </p>
      <div className="rebill-ways">
        <ButtonLink to={paths.cancelSubscription} tone="plain" wide>
          {t('cancel-title')}
        </ButtonLink>
      </div>
    </Dialog>
  );
}

function usePutOff(onClose: () => void) {
  const { id } = useSite();
  const queries = useQueryClient();
  const toast = useToast();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: () => api('POST /api/users/updateRebillNotificationDate'),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.me(id) }),
    onError: (error) => toast({ text: errorText(error), tone: 'bad' }),
    // A dialog that can't be put off for want of a connection must not stand in the way either.
    onSettled: onClose,
  });
}
