import { queryKeys } from '@backlot/contracts/bootstrap';
import type { MembershipQuote } from '@backlot/contracts/memberships';
import type { PurchaseView } from '@backlot/contracts/purchases';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { LaterCharges } from '../../components/offer/later-charges.ts';
import { ApiError } from '../../lib/api.ts';
import { useHumanCheck } from '../../lib/human-check/use-human-check.ts';
import { useSite } from '../../lib/site.tsx';
import type { CardFormHandle } from './card/card-form.tsx';
import type { CouponEntry } from './coupon/use-coupon.ts';
import { declinedLater, wantsCard } from './payment-problem.tsx';
import { useSendPurchase } from './send-purchase.ts';
import { useMembershipSupply } from './supply-consent.ts';

/** Codes of refusals that are about the coupon alone. */
const isOfCoupon = (code: string): boolean => code.startsWith('coupon');

/** The wallet, the card on file, or the card of the form. */
type PaidBy = 'wallet' | 'stored' | 'card';

export type Order = ReturnType<typeof useOrder>;

/** The purchase of a membership: what is agreed to, how it is paid, and what it was refused with. */
export function useOrder(
  quote: MembershipQuote,
  later: LaterCharges,
  coupon: CouponEntry,
  onSettled: (purchase: PurchaseView) => void,
  earlier: unknown,
) {
  const queries = useQueryClient();
  const { id: site } = useSite();
  const send = useSendPurchase('POST /api/v2/subscription/subscribe');
  const sendMigration = useSendPurchase('POST /api/migrate-subscription-for-user');
  const sendFromWallet = useSendPurchase('POST /api/crypto/purchase-from-wallet');
  // Where the card's form is not there: another card may have to be typed on the provider's page.
  const check = useHumanCheck();
  const supply = useMembershipSupply(quote);
  const isMigration = quote.reason === 'migration';
  const form = useRef<CardFormHandle>(null);
  const consentBox = useRef<HTMLInputElement>(null);
  const [hasConsent, setConsent] = useState(false);
  const [isConsentMissing, setConsentMissing] = useState(false);
  const [isNewCard, setNewCard] = useState(wantsCard(earlier));
  const [isPaying, setPaying] = useState(false);
  const [isPriceNew, setPriceNew] = useState(false);
  const [error, setError] = useState<unknown>(earlier);
  const isBusy = useRef(false);
  useEffect(() => {
    if (earlier === null) return;
    setError(earlier);
    if (wantsCard(earlier)) setNewCard(true);
  }, [earlier]);
  // Agreed to another price, or to be charged in another rhythm, is not agreed to this one.
  useEffect(() => {
    setConsent(false);
  }, [quote.initial_amount, quote.recurring_amount, later.days]);

  const refused = async (refusal: unknown): Promise<void> => {
    const code = refusal instanceof ApiError ? refusal.code : '';
    if (coupon.applied !== null && isOfCoupon(code)) {
      coupon.refuse(refusal);
      return queries.invalidateQueries({ queryKey: queryKeys.quote(site) });
    }
    if (code === 'price-changed' || code === 'promotion-expired') {
      if (coupon.applied !== null) await coupon.apply();
      const moved = [queryKeys.quote(site), queryKeys.promotion(site)];
      await Promise.all(moved.map((queryKey) => queries.invalidateQueries({ queryKey })));
      if (code === 'promotion-expired') setError(refusal);
      return setPriceNew(true);
    }
    if (code === 'already-subscribed' || code === 'migration-over')
      return queries.invalidateQueries({ queryKey: queryKeys.me(site) });
    if (code === 'consent-required') return setConsentMissing(true);
    if (code === 'wallet-low') await queries.invalidateQueries({ queryKey: queryKeys.me(site) });
    // The site may take cards in another place by now.
    if (code === 'card-required') await queries.invalidateQueries({ queryKey: queryKeys.cardEntry(site) });
    if (wantsCard(refusal)) setNewCard(true);
    return setError(code === 'card-required' ? null : refusal);
  };
  const run = async (way: PaidBy): Promise<void> => {
    setError(null);
    setPriceNew(false);
    const paid = quote.is_free || way !== 'card' ? undefined : await form.current?.read();
    const checked = paid ? form.current?.checked : check.run;
    setConsentMissing(!hasConsent);
    if (paid === null) return;
    if (!hasConsent) return consentBox.current?.focus();
    setPaying(true);
    try {
      const asked = {
        quote_id: quote.quote_id,
        consent: true,
        ...(supply === null ? {} : { supply_consent: supply }),
        amount: quote.initial_amount,
        ...(coupon.applied === null ? {} : { coupon_code: coupon.applied.code }),
      };
      const promotion =
        quote.promotion_id === null ? {} : { promotion_id: quote.promotion_id, is_promotion_applied: true };
      const purchase = isMigration
        ? await sendMigration(
            {
              quote_id: quote.quote_id,
              consent: true,
              ...(way === 'wallet' ? { from_wallet: true } : paid),
            },
            checked,
          )
        : way === 'wallet'
          ? await sendFromWallet({ payment_for: 'membership', ...asked, ...promotion })
          : await send({ ...asked, ...promotion, ...paid }, checked);
      if (purchase.state === 'declined') throw declinedLater(purchase);
      if (purchase.state === 'succeeded') form.current?.forget();
      onSettled(purchase);
    } catch (refusal) {
      await refused(refusal);
    } finally {
      setPaying(false);
    }
  };
  const submit = async (way: PaidBy): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    await run(way).finally(() => {
      isBusy.current = false;
    });
  };
  return {
    form,
    check,
    consentBox,
    hasConsent,
    isConsentMissing,
    isNewCard,
    isPaying,
    isPriceNew,
    error,
    submit,
    setNewCard,
    setConsent: (is: boolean) => {
      setConsent(is);
      if (is) setConsentMissing(false);
    },
  };
}
