import type { PostView } from '@backlot/contracts/posts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { chargedCard, usePaymentCards } from '../../../entities/purchase/payment-cards.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { HumanCheckNote } from '../../../components/human-check-note.tsx';
import { useLivePost } from '../../../entities/post/post-cache.ts';
import { useAddingFunds } from '../../../entities/wallet/adding-funds.ts';
import { useFormats } from '../../../lib/site.tsx';
import type { OrderProps } from '../../../entities/purchase/unlocking.ts';
import { useSlots } from '../../../components/theme/slots.tsx';
import { useCardEntry } from '../../../entities/purchase/card-entry.ts';
import { CardConsent } from '../card/card-consent.tsx';
import { CardForm, type CardFormHandle } from '../card/card-form.tsx';
import '../../../components/styles/forms.css';
import '../checkout.css';
import { PaymentProblem } from '../payment-problem.tsx';
import { PayWithField, usePayWith } from '../wallet/pay-with.tsx';
import { usePostSupply } from '../supply-consent.ts';
import { Rows, What } from './order-rows.tsx';
import { useUnlockSteps, type UnlockSteps } from './unlock-steps.ts';

/** The order over everything: a sheet from below on phones, a panel in the middle elsewhere. */
export function UnlockDialog({ post, onClose }: OrderProps) {
  const { t } = useTranslation();
  const { money } = useFormats();
  return (
    <Dialog
      title={t('purchase-confirm-amount', { amount: money(post.quote?.amount ?? post.amount ?? 0) })}
      hideTitle
      className="order-dialog"
      onClose={onClose}
    >
      <UnlockOrder post={post} onClose={onClose} />
    </Dialog>
  );
}

/** The order of one post: what, for how much, from which card; then the card's form where it is needed. */
export function UnlockOrder({ post: asked, onClose }: OrderProps) {
  const post = useLivePost(asked);
  const steps = useUnlockSteps(post, onClose);
  const box = useRef<HTMLElement>(null);
  const isCard = steps.step === 'card';
  useEffect(() => {
    box.current?.querySelector<HTMLElement>(isCard ? '.order-step:not([hidden]) h2' : '[data-first-focus]')?.focus();
  }, [isCard]);
  return (
    <section
      ref={box}
      className="order"
      aria-labelledby={isCard ? 'order-card-title' : 'order-title'}
      aria-busy={steps.isPaying}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Only the order goes, not what it lies in.
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <div className="order-step" hidden={isCard}>
        <ConfirmStep post={post} steps={steps} onClose={onClose} />
      </div>
      {/* Once there, it stays: Back and forth loses nothing of what was typed. */}
      {steps.hasCardForm ? (
        <div className="order-step" hidden={!isCard}>
          <CardStep post={post} steps={steps} />
        </div>
      ) : null}
    </section>
  );
}

interface StepProps {
  readonly post: PostView;
  readonly steps: UnlockSteps;
}

/** POST-075: the exact sentence, Confirm with the focus. */
function ConfirmStep({ post, steps, onClose }: StepProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const { Busy } = useSlots();
  const { data: cards, isPending: areCardsPending } = usePaymentCards();
  const card = chargedCard(cards);
  const amount = post.quote?.amount ?? post.amount ?? 0;
  const supply = usePostSupply();
  const { isPaying } = steps;
  const entry = useCardEntry();
  const isHosted = entry === 'hosted';
  const isPending = areCardsPending || (card === undefined && entry === undefined);
  const choice = usePayWith(amount);
  const funds = useAddingFunds();
  const isShort = choice.missing > 0;
  const confirm = (): void => {
    if (isShort) funds?.ask({ needed: choice.missing, onAdded: () => void steps.payFromWallet() });
    else if (choice.way === 'wallet') void steps.payFromWallet();
    else if (card) void steps.pay();
    else if (isHosted) void steps.payOnPage();
    else steps.enterCard();
  };
  return (
    <>
      <h2 id="order-title" tabIndex={-1} className="order-title">
        {t('purchase-confirm-amount', { amount: money(amount) })}
      </h2>
      <What post={post} />
      <Rows
        post={post}
        card={card}
        isHosted={isHosted}
        isPending={isPending}
        isFromWallet={choice.way === 'wallet'}
        onOther={isPaying ? null : steps.enterCard}
      />
      <PayWithField price={amount} choice={choice} />
      {isHosted && !card && !isPending && choice.way !== 'wallet' ? (
        <>
          <p className="order-note">{t('card-hosted-text')}</p>
          <CardConsent />
        </>
      ) : null}
      {steps.isPriceNew ? (
        <p className="order-note" role="status">
          {t('price-changed')}
        </p>
      ) : null}
      {steps.error === null ? null : <PaymentProblem error={steps.error} isFromWallet={choice.way === 'wallet'} />}
      <HumanCheckNote {...steps.check} />
      <p className="order-note">{t(supply.text)}</p>
      <div className="order-actions">
        <Button tone="quiet" onClick={onClose}>
          {t('btn-cancel')}
        </Button>
        {isShort && funds === null ? null : (
          <Button data-first-focus busy={isPaying || isPending} onClick={confirm} data-paying={isPaying || undefined}>
            {isPaying ? <Busy label={t('btn-payment-processing')} /> : t(isShort ? 'wallet-add-funds' : 'btn-confirm')}
          </Button>
        )}
      </div>
    </>
  );
}

function CardStep({ post, steps }: StepProps) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const { Busy } = useSlots();
  const form = useRef<CardFormHandle>(null);
  const supply = usePostSupply();
  const isHosted = useCardEntry() === 'hosted';
  const isBusy = useRef(false);
  const amount = post.quote?.amount ?? post.amount ?? 0;
  const submit = async (): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    // Kept here: when it is paid, the order and its form are gone.
    const fields = form.current;
    try {
      const paid = await fields?.read();
      if (paid && (await steps.pay(paid, fields?.checked))) fields?.forget();
    } finally {
      isBusy.current = false;
    }
  };
  return (
    <form
      noValidate
      className="payment-form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <h2 id="order-card-title" tabIndex={-1} className="order-title">
        {t(isHosted ? 'subscribe-payment-title' : 'card-form-title')}
      </h2>
      {isHosted ? null : <p className="order-note">{t('subscribe-card-secure')}</p>}
      {steps.error === null ? null : <PaymentProblem error={steps.error} />}
      <CardForm handle={form} />
      <p className="order-note">{t(supply.text)}</p>
      <div className="order-actions">
        <Button tone="quiet" onClick={steps.back} disabled={steps.isPaying}>
          {t('btn-back')}
        </Button>
        <Button type="submit" busy={steps.isPaying} data-paying={steps.isPaying || undefined}>
          {steps.isPaying ? <Busy label={t('btn-payment-processing')} /> : t('btn-pay-now', { price: money(amount) })}
        </Button>
      </div>
    </form>
  );
}
