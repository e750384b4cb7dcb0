import { queryKeys } from '@backlot/contracts/bootstrap';
import type { ResubscribeOfferView } from '@backlot/contracts/resubscribe-offer';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useToast } from '../../../components/toasts.tsx';
import { ApiError } from '../../../lib/api.ts';
import { useHumanCheck, type HumanChecking } from '../../../lib/human-check/use-human-check.ts';
import { paths } from '../../../lib/paths.ts';
import { settingsKey, useMe, useSite } from '../../../lib/site.tsx';
import { useCardEntry } from '../../../entities/purchase/card-entry.ts';
import { chargedCard, usePaymentCards } from '../../../entities/purchase/payment-cards.ts';
import { useCardConsent } from '../card/card-consent.tsx';
import { declinedLater } from '../payment-problem.tsx';
import { useSendPurchase } from '../send-purchase.ts';
import { useMembershipSupply } from '../supply-consent.ts';

export interface ResubscribeSteps {
  readonly isPaying: boolean;
  /** A payment whose end the server finds out; null for none. */
  readonly settlingId: string | null;
  readonly error: unknown;
  /** Its card may have to be typed on the provider's page. */
  readonly check: HumanChecking;
  readonly confirm: (isFromWallet: boolean) => Promise<void>;
  /** SUB-17, SUB-18: thanks, and home. */
  readonly succeeded: () => void;
  readonly declined: (error: unknown) => void;
}

/** From the confirmation to the membership. */
export function useResubscribe({ quote }: ResubscribeOfferView, onClose: () => void): ResubscribeSteps {
  const { t } = useTranslation();
  const { id: site } = useSite();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const send = useSendPurchase('POST /api/resubscribe-offer/resubscribe');
  const check = useHumanCheck();
  const consent = useCardConsent();
  const supply = useMembershipSupply(quote);
  const { data: cards } = usePaymentCards(!quote.is_free);
  const isHosted = useCardEntry() === 'hosted' && cards !== undefined && chargedCard(cards) === undefined;
  const isMember = useMe()?.ccbillSubscriptionStatus === '1';
  const [isPaying, setPaying] = useState(false);
  const [settlingId, setSettlingId] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const isBusy = useRef(false);
  const refetch = (): void => {
    for (const queryKey of [
      queryKeys.me(site),
      queryKeys.quote(site),
      queryKeys.resubscribeOffer(site),
      [site, 'feed'],
      [site, 'post'],
      settingsKey(site),
    ])
      void queries.invalidateQueries({ queryKey });
  };
  const succeeded = (): void => {
    onClose();
    refetch();
    toast({ text: t('resubscribe-success'), tone: 'good' });
    void navigate(paths.root);
  };
  const refused = (refusal: unknown): void => {
    // Without a card that can be charged the way leads over the page that takes one, for new members at the same price.
    if (refusal instanceof ApiError && refusal.code === 'card-required') {
      onClose();
      return void navigate(isMember ? paths.addPaymentMethod : paths.subscribe);
    }
    if (refusal instanceof ApiError && refusal.status === 409) refetch();
    setError(refusal);
  };
  const run = async (isFromWallet: boolean): Promise<void> => {
    setError(null);
    setPaying(true);
    try {
      const purchase = await send(
        {
          quote_id: quote.quote_id,
          consent: true,
          ...(supply === null ? {} : { supply_consent: supply }),
          ...(isFromWallet ? { from_wallet: true } : isHosted && !quote.is_free ? { card_consent: consent } : {}),
        },
        check.run,
      );
      if (purchase.state === 'declined') throw declinedLater(purchase);
      if (purchase.state === 'succeeded') succeeded();
      else setSettlingId(purchase.intent_id);
    } catch (refusal) {
      refused(refusal);
    } finally {
      setPaying(false);
    }
  };
  return {
    isPaying,
    settlingId,
    error,
    check,
    confirm: async (isFromWallet) => {
      if (isBusy.current) return;
      isBusy.current = true;
      await run(isFromWallet).finally(() => {
        isBusy.current = false;
      });
    },
    succeeded,
    declined: (refusal) => {
      setSettlingId(null);
      setError(refusal);
    },
  };
}

/** SUB-20: what the answer says of itself, `data.error` before its own words. */
export function resubscribeErrorText(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  const { data } = error.details as { data?: { error?: unknown } };
  if (typeof data?.error === 'string' && data.error !== '') return data.error;
  return error.message === error.code ? null : error.message;
}
