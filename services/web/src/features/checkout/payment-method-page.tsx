import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../../components/load-failed.tsx';
import { paths } from '../../lib/paths.ts';
import { brandName, usePaymentCards, type PaymentCard } from '../../entities/purchase/payment-cards.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { CardMark } from '../../components/offer/card-mark.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useToast } from '../../components/toasts.tsx';
import { useErrorText } from '../../lib/texts/error-text.ts';
import { useFormats, useMe } from '../../lib/site.tsx';
import '../../components/styles/forms.css';
import '../../components/styles/media.css';
import '../../components/styles/account.css';
import { useRetryText } from '../../entities/membership/rebill-text.ts';
import { nextChargeOf } from '../../entities/membership/standing.ts';
import { useCardEntry } from '../../entities/purchase/card-entry.ts';
import { useChangeCard } from './card/change-card.ts';
import './checkout.css';
import { DefaultMethod } from './wallet/default-method.tsx';

/** The cards on file: which one is used, another one instead, one less. */
export function Page() {
  const { t } = useTranslation();
  const { date } = useFormats();
  const me = useMe();
  const retryText = useRetryText();
  const isHosted = useCardEntry() === 'hosted';
  const { data: cards, isError, refetch } = usePaymentCards();
  const title = useRef<HTMLHeadingElement>(null);
  // The button that changed the list may be gone from it.
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    if (changes > 0) title.current?.focus({ preventScroll: true });
  }, [changes]);
  if (isError && !cards) return <LoadFailed onRetry={refetch} />;
  if (!cards) return <Skeleton />;
  const next = me && nextChargeOf(me);
  return (
    <div className="account-page account-narrow page-width">
      <h1 ref={title} tabIndex={-1}>
        {t('profile-cards')}
      </h1>
      {me?.subscription_detail?.retries_with_card && !isHosted ? (
        <p className="account-lede" role="status">
          <b>{t('profile-badge-failed')}.</b> {next === null ? null : `${t('rebill-next-try', { date: date(next) })} `}
          {retryText(me)}
        </p>
      ) : null}
      <CardList cards={cards} onChanged={() => setChanges((count) => count + 1)} />
      <DefaultMethod hasCard={cards.length > 0 || isHosted} />
      <div className="account-actions">
        {isHosted ? null : <ButtonLink to={paths.addPaymentMethod}>{t('card-add')}</ButtonLink>}
        <ButtonLink to={paths.payments} tone="quiet">
          {t('payments-link')}
        </ButtonLink>
        <ButtonLink to={paths.profile} tone="quiet">
          {t('btn-back')}
        </ButtonLink>
      </div>
      <p className="account-note">{t(isHosted ? 'card-hosted-none' : 'profile-cards-note')}</p>
    </div>
  );
}

function CardList({ cards, onChanged }: { cards: readonly PaymentCard[]; onChanged: () => void }) {
  const { t } = useTranslation();
  const toast = useToast();
  const errorText = useErrorText();
  const [asked, setAsked] = useState<PaymentCard | null>(null);
  const choose = useChangeCard('POST /api/ccbill/set-primary-card');
  const remove = useChangeCard('POST /api/ccbill/remove-card');
  const failed = (error: unknown): void => toast({ text: errorText(error), tone: 'bad', stays: 12_000 });
  const onRemove = (card: PaymentCard): void =>
    remove.mutate(card._id, {
      onSuccess: () => {
        toast({ text: t('card-removed'), tone: 'good' });
        onChanged();
      },
      onError: failed,
      onSettled: () => setAsked(null),
    });
  return (
    <>
      {cards.length === 0 ? <p className="account-lede">{t('profile-cards-empty')}</p> : null}
      <ul className="card-list" hidden={cards.length === 0}>
        {cards.map((card) => (
          <li key={card._id} data-primary={card.is_primary || undefined}>
            <CardMark brand={card.card_type} />
            <span className="card-details">
              {t('card-stored', {
                brand: brandName(card.card_type),
                last4: card.last4,
                month: String(card.month).padStart(2, '0'),
                year: card.year,
              })}
            </span>
            {isExpired(card) ? <span className="pill pill-expired">{t('card-expired-mark')}</span> : null}
            {card.is_primary ? <span className="pill pill-good">{t('card-primary')}</span> : null}
            <span className="card-acts">
              {card.is_primary ? null : (
                <Button
                  tone="plain"
                  size="s"
                  busy={choose.isPending && choose.variables === card._id}
                  onClick={() => choose.mutate(card._id, { onSuccess: onChanged, onError: failed })}
                >
                  {t('card-make-primary')}
                </Button>
              )}
              <Button
                tone="plain"
                size="s"
                aria-label={t('card-remove-question', { brand: brandName(card.card_type), last4: card.last4 })}
                onClick={() => setAsked(card)}
              >
                {t('card-remove')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {asked === null ? null : (
        <ConfirmDialog
          title={t('card-remove-question', { brand: brandName(asked.card_type), last4: asked.last4 })}
          confirmLabel={t('card-remove')}
          busy={remove.isPending}
          onConfirm={() => onRemove(asked)}
          onCancel={() => setAsked(null)}
        >
          <p>{t('card-remove-text')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** From the first day of the month after the one that stands on it. */
const isExpired = ({ month, year }: PaymentCard): boolean => new Date() >= new Date(year, month, 1);
