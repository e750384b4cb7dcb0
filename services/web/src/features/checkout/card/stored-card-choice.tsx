import { useTranslation } from 'react-i18next';
import { brandName, type PaymentCard } from '../../../entities/purchase/payment-cards.ts';
import { CardMark } from '../../../components/offer/card-mark.tsx';

/** The card on file, or another one. */
export function StoredCardChoice({
  card,
  isNew,
  onChange,
}: {
  card: PaymentCard;
  isNew: boolean;
  onChange: (isNew: boolean) => void;
}) {
  const { t } = useTranslation();
  return (
    <fieldset className="card-choice">
      <legend className="visually-hidden">{t('purchase-charged-to')}</legend>
      <label className="check">
        <input type="radio" name="card" checked={!isNew} onChange={() => onChange(false)} />
        <CardMark brand={card.card_type} />
        <span>{t('subscribe-stored-card', { brand: brandName(card.card_type), last4: card.last4 })}</span>
      </label>
      <label className="check">
        <input type="radio" name="card" checked={isNew} onChange={() => onChange(true)} />
        <span>{t('subscribe-other-card')}</span>
      </label>
    </fieldset>
  );
}
