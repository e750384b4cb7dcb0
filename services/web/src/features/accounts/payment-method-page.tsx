import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import { brandName, usePaymentCards } from '../../calls/payment-cards.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { CardMark } from '../../components/card-mark.tsx';
import { MessagePage } from '../../components/message-page.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import '../../styles/forms.css';
import '../../styles/media.css';
import '../../styles/account.css';

/** The cards on file: brand, last digits, expiry. A new one is entered with the next purchase. */
export function Page() {
  const { t } = useTranslation();
  const { data: cards, isError, refetch } = usePaymentCards();
  if (isError && !cards) return <MessagePage title={t('error-title')} actions={<Button onClick={() => { void refetch(); }}>{t('btn-try-again')}</Button>}><p>{t('error-load')}</p></MessagePage>;
  if (!cards) return <Skeleton />;
  return (
    <div className="account-page account-narrow page-width">
      <h1 tabIndex={-1}>{t('profile-cards')}</h1>
      {cards.length === 0 ? <p className="account-lede">{t('profile-cards-empty')}</p> : (
        <ul className="card-list">
          {cards.map((card) => (
            <li key={card._id}>
              <CardMark brand={card.card_type} />
              <span>{t('card-stored', { brand: brandName(card.card_type), last4: card.last4, month: String(card.month).padStart(2, '0'), year: card.year })}</span>
              {card.is_primary ? <span className="pill pill-good">{t('card-primary')}</span> : null}
            </li>
          ))}
        </ul>
      )}
      <p className="account-note">{t('profile-cards-note')}</p>
      <div className="account-actions"><ButtonLink to={paths.profile} tone="quiet">{t('btn-back')}</ButtonLink></div>
    </div>
  );
}
