import type { MembershipQuote } from '@backlot/contracts/memberships';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSetting, useSite } from '../../lib/site.tsx';
import { laterCharges } from './later-charges.ts';
import { OfferReason } from './offer-reason.tsx';
import { PriceTimeline } from './price-timeline.tsx';
import { QuoteTerms } from './quote-terms.tsx';

/** What a membership is, costs and when. `action` stands between the prices and their terms; what else lies beside the page comes below. */
export function OfferCard({
  quote,
  isFromWallet = false,
  action,
  children,
}: {
  quote: MembershipQuote;
  /** Chosen to be paid with. */
  isFromWallet?: boolean;
  action?: ReactNode;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const { name } = useSite();
  const { days } = laterCharges(quote, isFromWallet);
  const own = useSetting('signup_image');
  const banner = useSetting('hero_banner_images')?.[0];
  const picture = own || banner;
  return (
    <aside className="offer-side" aria-label={t('subscribe-summary')}>
      <div className="offer-card">
        {picture ? (
          <div className="offer-picture">
            <img src={picture} alt="" />
          </div>
        ) : null}
        <div className="offer-inside">
          <h2>{t('membership-of', { site: name })}</h2>
          <p className="offer-rhythm">
            {quote.is_free
              ? t('membership-free-text')
              : days === null
                ? t('membership-rhythm', { currency: quote.currency })
                : t('membership-rhythm-days', { days, currency: quote.currency })}
          </p>
          <OfferReason quote={quote} />
          {quote.is_free ? null : <PriceTimeline quote={quote} isFromWallet={isFromWallet} />}
          {action}
          <QuoteTerms quote={quote} isFromWallet={isFromWallet} />
        </div>
      </div>
      {children}
    </aside>
  );
}
