import type { AnotherWay } from '@backlot/contracts/another-way';
import { queryKeys } from '@backlot/contracts/bootstrap';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { purchaseKey } from '../../entities/purchase/purchase-state.ts';
import { ApiError } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { useSite } from '../../lib/site.tsx';
import type { CardFormHandle } from './card/card-form.tsx';
import { useSendPurchase } from './send-purchase.ts';

/** Sends a declined purchase with another card by the site's other provider, once, and leads to the purchase's own page. */
export function useAnotherTry(intentId: string, { later }: AnotherWay) {
  const { id: site } = useSite();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const send = useSendPurchase('POST /api/v2/purchase/another-way');
  const form = useRef<CardFormHandle>(null);
  const consentBox = useRef<HTMLInputElement>(null);
  const [hasConsent, setConsent] = useState(false);
  const [isConsentMissing, setConsentMissing] = useState(false);
  const [isPaying, setPaying] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isBusy = useRef(false);
  const isMissing = later !== null && !hasConsent;
  const run = async (): Promise<void> => {
    setError(null);
    const fields = form.current;
    const paid = await fields?.read();
    setConsentMissing(isMissing);
    if (!paid) return;
    if (isMissing) return consentBox.current?.focus();
    setPaying(true);
    try {
      const card = 'card' in paid ? { card: paid.card } : {};
      const asked = { intent_id: intentId, consent: hasConsent, card_consent: paid.card_consent, ...card };
      const purchase = await send(asked, fields!.checked);
      // The page is being left for the provider's.
      if (purchase.action !== null) return;
      fields!.forget();
      queries.setQueryData(purchaseKey(site, intentId), purchase);
      void queries.invalidateQueries({ queryKey: queryKeys.cards(site) });
      await navigate(paths.payment(intentId), { replace: true });
    } catch (refusal) {
      setError(refusal);
    } finally {
      setPaying(false);
    }
  };
  const submit = async (): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    await run().finally(() => {
      isBusy.current = false;
    });
  };
  // Declined once more, or not to be tried any more: there is no third way.
  const isOver = error instanceof ApiError && over.has(error.code);
  return { form, consentBox, hasConsent, setConsent, isConsentMissing, isPaying, error, isOver, submit };
}

const over: ReadonlySet<string> = new Set([
  'payment-declined',
  'payment-failed',
  'card-needs-attention',
  'another-way-gone',
  'already-subscribed',
  'content-already-unlocked',
  'content-owned-elsewhere',
  'content-not-for-sale',
  'membership-required',
  'not-found',
]);
