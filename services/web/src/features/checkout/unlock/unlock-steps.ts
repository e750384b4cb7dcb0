import { queryKeys } from '@backlot/contracts/bootstrap';
import type { PurchaseView } from '@backlot/contracts/purchases';
import type { PostView } from '@backlot/contracts/posts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { useToast } from '../../../components/toasts.tsx';
import { ApiError } from '../../../lib/api.ts';
import { useHumanCheck, type HumanChecking } from '../../../lib/human-check/use-human-check.ts';
import { editPost, findCachedPost, refreshPost } from '../../../entities/post/post-cache.ts';
import { useSite } from '../../../lib/site.tsx';
import { useCardConsent } from '../card/card-consent.tsx';
import type { PaidWith } from '../card/card-form.tsx';
import { useSendPurchase } from '../send-purchase.ts';
import { usePostSupply } from '../supply-consent.ts';
import { declinedLater, wantsCard } from '../payment-problem.tsx';

export interface UnlockSteps {
  /** `confirm`: the sentence with its amount; `card`: 'Add Card Details'. */
  readonly step: 'confirm' | 'card';
  /** The card's form was open before. */
  readonly hasCardForm: boolean;
  readonly isPaying: boolean;
  readonly error: unknown;
  /** The price moved since it was shown: it is shown again and asked again. */
  readonly isPriceNew: boolean;
  /** Of a purchase without the card's form: its card may have to be typed on the provider's page. */
  readonly check: HumanChecking;
  /** Whether the card was taken: the post is open, or will be. */
  readonly pay: (paid?: PaidWith, checked?: HumanChecking['run']) => Promise<boolean>;
  /** On the provider's page, where a card is entered; its order said under what it is kept. */
  readonly payOnPage: () => Promise<boolean>;
  /** From the wallet, which was seen to cover it. */
  readonly payFromWallet: () => Promise<boolean>;
  readonly enterCard: () => void;
  readonly back: () => void;
}

/** The purchase of one post, from the question to the open picture. */
export function useUnlockSteps(post: PostView, onClose: () => void): UnlockSteps {
  const queries = useQueryClient();
  const { id: site } = useSite();
  const { t } = useTranslation();
  const toast = useToast();
  const navigate = useNavigate();
  const send = useSendPurchase('POST /api/v2/purchase/post-purchase');
  const sendFromWallet = useSendPurchase('POST /api/crypto/purchase-from-wallet');
  const check = useHumanCheck();
  const consent = useCardConsent();
  const supply = usePostSupply();
  const [step, setStepNow] = useState<UnlockSteps['step']>('confirm');
  const [hasCardForm, setCardForm] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [isPriceNew, setPriceNew] = useState(false);
  const [isPaying, setPaying] = useState(false);
  const running = useRef({ isPaying: false, isLeft: false });
  const { _id: id } = post;
  // Who leaves while the payment runs sees it run on the card, and is told how it ended.
  useEffect(
    () => () => {
      if (!running.current.isPaying) return;
      running.current.isLeft = true;
      editPost(queries, site, id, (shown) => ({ ...shown, paymentProcessing: true }));
    },
    [queries, site, id],
  );

  const setStep = (next: UnlockSteps['step']): void => {
    if (next === 'card') setCardForm(true);
    setStepNow(next);
  };
  const close = (): void => {
    if (!running.current.isLeft) onClose();
  };
  const wait = (): void => {
    editPost(queries, site, id, (shown) => ({ ...shown, paymentProcessing: true }));
    close();
  };
  const paying = (is: boolean): void => {
    running.current.isPaying = is;
    setPaying(is);
  };
  const refused = async (refusal: unknown, hadCard: boolean): Promise<void> => {
    const code = refusal instanceof ApiError ? refusal.code : '';
    if (code === 'payment-in-progress') {
      const open = refusal instanceof ApiError ? refusal.details['intent_id'] : null;
      if (typeof open === 'string' && !running.current.isLeft) return void navigate(paths.payment(open));
      return wait();
    }
    if (running.current.isLeft) {
      await refreshPost(queries, site, id);
      return toast({
        text: refusal instanceof ApiError && refusal.status > 0 ? refusal.message : t('payment-unknown'),
        tone: 'bad',
        stays: 12_000,
      });
    }
    if (code === 'content-already-unlocked') {
      await refreshPost(queries, site, id);
      return close();
    }
    if (code === 'price-changed' || code === 'promotion-expired') {
      void queries.invalidateQueries({ queryKey: queryKeys.promotion(site) });
      await refreshPost(queries, site, id);
      setPriceNew(true);
      setError(code === 'promotion-expired' ? refusal : null);
      return setStep('confirm');
    }
    // What is in the wallet is another sum than was shown: it is read again, and says what is missing.
    if (code === 'wallet-low') await queries.invalidateQueries({ queryKey: queryKeys.me(site) });
    // The site may take cards in another place by now.
    if (code === 'card-required') await queries.invalidateQueries({ queryKey: queryKeys.cardEntry(site) });
    setError(code === 'card-required' ? null : refusal);
    return setStep(hadCard || wantsCard(refusal) ? 'card' : 'confirm');
  };
  /** `told`: what the answer says of a payment that is made. */
  const run = async (
    ask: () => Promise<{ purchase: PurchaseView; told: string }>,
    hadCard: boolean,
  ): Promise<boolean> => {
    setError(null);
    paying(true);
    try {
      const { purchase, told } = await ask();
      // The page is being left for the payer's: what closed it now would lead back here instead.
      if (purchase.action !== null) return true;
      paying(false);
      if (hadCard) void queries.invalidateQueries({ queryKey: queryKeys.cards(site) });
      if (purchase.state === 'pending') {
        wait();
        return true;
      }
      if (purchase.state === 'declined') throw declinedLater(purchase);
      // The order goes away first, so that the picture is seen to open.
      close();
      const opened = await refreshPost(queries, site, id);
      toast({ text: told, tone: 'good', stays: 3500 });
      if (!opened) void queries.invalidateQueries({ queryKey: [site, 'feed'] });
      return true;
    } catch (refusal) {
      paying(false);
      await refused(refusal, hadCard);
      return false;
    }
  };
  const shown = (): PostView => findCachedPost(queries, site, id) ?? post;
  const shownAmount = (): number => shown().quote?.amount ?? shown().amount ?? 0;
  const appliedPromotion = () => {
    const promotionId = shown().quote?.promotion_id;
    return promotionId ? { promotion_id: promotionId, is_promotion_applied: true } : {};
  };
  const order = async (paid?: PaidWith | Pick<PaidWith, 'card_consent'>, checked = check.run) => {
    const asked = {
      blogId: id,
      amount: shownAmount(),
      action: 'blog' as const,
      blogType: post.blogType,
      supply_consent: supply,
      ...appliedPromotion(),
    };
    return { purchase: await send({ ...asked, ...paid }, checked), told: t('unlock-success') };
  };
  return {
    step,
    hasCardForm,
    error,
    isPriceNew,
    isPaying,
    check,
    enterCard: () => setStep('card'),
    back: () => {
      setError(null);
      setStep('confirm');
    },
    pay: (paid, checked) => run(() => order(paid, checked), paid !== undefined),
    payOnPage: () => run(() => order({ card_consent: consent }), false),
    payFromWallet: () =>
      run(async () => {
        const purchase = await sendFromWallet({
          payment_for: 'blog',
          content_id: id,
          amount: shownAmount(),
          supply_consent: supply,
          ...appliedPromotion(),
        });
        void queries.invalidateQueries({ queryKey: queryKeys.me(site) });
        return { purchase, told: purchase.message };
      }, false),
  };
}
