import type { PostView } from '@backlot/contracts/posts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { brandName, usePaymentCards } from '../../../entities/purchase/payment-cards.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { CardMark } from '../../../components/offer/card-mark.tsx';
import { BlurredPicture } from '../../../components/picture.tsx';
import { useLivePost } from '../../../entities/post/post-cache.ts';
import { useContents } from '../../../entities/post/post-contents.ts';
import { useFormats, useSetting, useSite } from '../../../lib/site.tsx';
import type { OrderProps } from '../../../entities/purchase/unlocking.ts';
import { useSlots } from '../../../components/theme/slots.tsx';
import { CardForm, type CardFormHandle } from '../card/card-form.tsx';
import '../../../components/styles/forms.css';
import '../checkout.css';
import { PaymentProblem } from '../payment-problem.tsx';
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
  const { data: cards, isPending } = usePaymentCards();
  const card = cards?.[0];
  const amount = post.quote?.amount ?? post.amount ?? 0;
  const { isPaying } = steps;
  const confirm = (): void => {
    if (card) void steps.pay();
    else steps.enterCard();
  };
  return (
    <>
      <h2 id="order-title" tabIndex={-1} className="order-title">
        {t('purchase-confirm-amount', { amount: money(amount) })}
      </h2>
      <What post={post} />
      <Rows post={post} card={card} isPending={isPending} onOther={isPaying ? null : steps.enterCard} />
      {steps.isPriceNew ? (
        <p className="order-note" role="status">
          {t('price-changed')}
        </p>
      ) : null}
      {steps.error === null ? null : <PaymentProblem error={steps.error} />}
      <div className="order-actions">
        <Button tone="quiet" onClick={onClose}>
          {t('btn-cancel')}
        </Button>
        <Button data-first-focus busy={isPaying || isPending} onClick={confirm} data-paying={isPaying || undefined}>
          {isPaying ? <Busy label={t('btn-payment-processing')} /> : t('btn-confirm')}
        </Button>
      </div>
    </>
  );
}

function What({ post }: { post: PostView }) {
  const { t } = useTranslation();
  return (
    <div className="order-what">
      <span className="order-picture">
        <BlurredPicture media={post.media[0]} />
      </span>
      <p>
        <b dir="auto">{post.title || t('post-no-caption', { serial: post.serial })}</b>
        <span>{t('unlock-keep')}</span>
      </p>
    </div>
  );
}

interface RowsProps {
  readonly post: PostView;
  readonly card: { readonly card_type: string; readonly last4: string } | undefined;
  readonly isPending: boolean;
  /** To pay with another card than the stored one; null while a payment runs. */
  readonly onOther: (() => void) | null;
}

function Rows({ post, card, isPending, onOther }: RowsProps) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const { merchant } = useSite();
  const descriptor = useSetting('statement_descriptor') || merchant.descriptor;
  const contents = useContents(post);
  const { amount, original_amount: original } = post.quote ?? {
    amount: post.amount ?? 0,
    original_amount: post.amount ?? 0,
  };
  return (
    <dl className="order-rows">
      {contents === '' ? null : (
        <div>
          <dt>{t('purchase-inside')}</dt>
          <dd>{contents}</dd>
        </div>
      )}
      <div>
        <dt>{t('purchase-price')}</dt>
        <dd className="figures">
          {original > amount ? (
            <>
              <s>
                <span className="visually-hidden">{t('post-original-price', { price: '' })}</span>
                {money(original)}
              </s>{' '}
            </>
          ) : null}
          <b>{money(amount)}</b>
        </dd>
      </div>
      <div>
        <dt>{t('purchase-charged-to')}</dt>
        <dd>
          {isPending ? (
            '…'
          ) : card ? (
            <>
              <CardMark brand={card.card_type} />
              <span>{t('card-brand-ending', { brand: brandName(card.card_type), last4: card.last4 })}</span>
              {onOther === null ? null : (
                <Button tone="plain" size="s" onClick={onOther}>
                  {t('subscribe-other-card')}
                </Button>
              )}
            </>
          ) : (
            t('card-new')
          )}
        </dd>
      </div>
      {descriptor ? (
        <div>
          <dt>{t('purchase-on-statement')}</dt>
          <dd className="figures" dir="ltr">
            {descriptor}
          </dd>
        </div>
      ) : null}
    </dl>
  );
}

function CardStep({ post, steps }: StepProps) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const { Busy } = useSlots();
  const form = useRef<CardFormHandle>(null);
  const isBusy = useRef(false);
  const amount = post.quote?.amount ?? post.amount ?? 0;
  const submit = async (): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    // Kept here: when it is paid, the order and its form are gone.
    const fields = form.current;
    try {
      const card = await fields?.read();
      if (card && (await steps.pay(card))) fields?.forget();
    } finally {
      isBusy.current = false;
    }
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <h2 id="order-card-title" tabIndex={-1} className="order-title">
        {t('card-form-title')}
      </h2>
      <p className="order-note">{t('subscribe-card-secure')}</p>
      {steps.error === null ? null : <PaymentProblem error={steps.error} />}
      <CardForm handle={form} />
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
