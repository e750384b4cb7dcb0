import type { MeView } from '@backlot/contracts/accounts';
import { queryKeys } from '@backlot/contracts/bootstrap';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CreditCard, Wallet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../components/toasts.tsx';
import { useOwnWallet } from '../../../entities/wallet/own-wallet.ts';
import { api } from '../../../lib/api.ts';
import { useFormats, useMe, useSite } from '../../../lib/site.tsx';
import { useErrorText } from '../../../lib/texts/error-text.ts';

type Method = MeView['default_payment_method'];

/** SUB-49: what is chosen for the buyer at first. Only where there is a choice. */
export function DefaultMethod({ hasCard }: { hasCard: boolean }) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const { isOffered, balance } = useOwnWallet();
  const method = useMe()?.default_payment_method ?? 'card';
  const change = useChangeMethod();
  if (!isOffered) return null;
  const shown = change.isPending ? change.variables : method;
  return (
    <fieldset className="pay-with" aria-busy={change.isPending}>
      <legend>{t('wallet-default-title')}</legend>
      <label className="check">
        <input
          type="radio"
          name="default-method"
          checked={shown === 'card'}
          disabled={!hasCard}
          onChange={() => change.mutate('card')}
        />
        <CreditCard className="icon" aria-hidden />
        <span>
          {t('wallet-pay-card')}
          {hasCard ? null : <small>{t('profile-cards-empty')}</small>}
        </span>
      </label>
      <label className="check">
        <input
          type="radio"
          name="default-method"
          checked={shown === 'crypto_currency'}
          onChange={() => change.mutate('crypto_currency')}
        />
        <Wallet className="icon" aria-hidden />
        <span>
          {t('wallet-title')}
          <small>{money(balance)}</small>
        </span>
      </label>
      <p className="account-note">{t('wallet-default-text')}</p>
    </fieldset>
  );
}

function useChangeMethod() {
  const queries = useQueryClient();
  const { id: site } = useSite();
  const toast = useToast();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: async (method: Method) => {
      await api('POST /api/user/change-payment-method', { body: { default_payment_method: method } });
      queries.setQueryData<MeView | null>(queryKeys.me(site), (me) => me && { ...me, default_payment_method: method });
    },
    onError: (error) => toast({ text: errorText(error), tone: 'bad' }),
  });
}
