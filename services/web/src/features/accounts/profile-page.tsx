import { isAdmin } from '@backlot/domain/people/roles';
import type { MeView } from '@backlot/contracts/accounts';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { brandName, usePaymentCards } from '../../entities/purchase/payment-cards.ts';
import { Appearance } from '../../components/site/appearance.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { CardMark } from '../../components/offer/card-mark.tsx';
import { SiteLink } from '../../components/site-link.tsx';
import { useMyPhotoId } from '../../entities/purchase/my-photo-id.ts';
import { useOwnWallet } from '../../entities/wallet/own-wallet.ts';
import { useFormats, useMe, viewerOf } from '../../lib/site.tsx';
import '../../components/styles/forms.css';
import '../../components/styles/media.css';
import '../../components/styles/account.css';
import { MembershipPanel } from './membership-panel.tsx';

/** The person's own page: membership first, then what belongs to the account. */
export function Page() {
  const { t } = useTranslation();
  const me = useMe();
  const { money } = useFormats();
  const wallet = useOwnWallet();
  const { data: photoId } = useMyPhotoId();
  if (me === null) return null;
  const isFan = !isAdmin(viewerOf(me)) && me.role === 'user';
  return (
    <div className="account-page page-width">
      <header className="account-head">
        <Avatar name={me.name || me.email} url={me.avatarUrl} size={52} />
        <div>
          <h1 tabIndex={-1}>{me.name || t('profile-title')}</h1>
          <p dir="ltr">{me.email}</p>
        </div>
      </header>
      <div className="account-grid">
        {isFan ? <MembershipPanel me={me} /> : null}
        <div className="account-list">
          <Row to={paths.updateProfile} title={t('profile-details')}>
            <Details me={me} />
          </Row>
          {isFan ? (
            <Row to={paths.purchases} title={t('profile-purchases')}>
              {t('profile-purchases-row')}
            </Row>
          ) : null}
          {isFan ? (
            <Row to={paths.paymentMethod} title={t('profile-cards')}>
              <Card />
            </Row>
          ) : null}
          {isFan ? (
            <Row to={paths.payments} title={t('payments-title')}>
              {t('payments-row')}
            </Row>
          ) : null}
          {wallet.isOffered ? (
            <Row to={paths.wallet} title={t('wallet-title')}>
              {money(wallet.balance)}
            </Row>
          ) : null}
          {photoId?.limit == null ? null : (
            <Row to={paths.photoId} title={t('photo-id-title')}>
              {t('photo-id-row', { limit: money(photoId.limit) })}
            </Row>
          )}
          <Row to={paths.changeOwnPassword} title={t('profile-security')}>
            {t('change-password-title')}
          </Row>
          <div className="account-row account-appearance">
            <b>{t('profile-appearance')}</b>
            <Appearance />
          </div>
        </div>
      </div>
    </div>
  );
}

function Row({ to, title, children }: { to: string; title: string; children: ReactNode }) {
  return (
    <SiteLink to={to} className="account-row">
      <b>{title}</b>
      <span>{children}</span>
      <ChevronRight className="icon icon-flip" aria-hidden />
    </SiteLink>
  );
}

const Details = ({ me }: { me: MeView }) => <>{me.name || me.email}</>;

function Card() {
  const { t } = useTranslation();
  const { data: cards } = usePaymentCards();
  const card = cards?.[0];
  if (!cards) return null;
  return card ? (
    <span className="account-card">
      <CardMark brand={card.card_type} />
      {t('card-brand-ending', { brand: brandName(card.card_type), last4: card.last4 })}
    </span>
  ) : (
    t('profile-cards-empty')
  );
}
