import type { MembershipQuote } from '@backlot/contracts/memberships';
import { Tag } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { usePromotion } from '../../entities/promotion/promotion-query.ts';
import { useFormats } from '../../lib/site.tsx';

/** The promotion that makes the price, in the site's own words, and until when it may be bought at it. */
export function OfferReason({ quote }: { quote: Pick<MembershipQuote, 'promotion_id'> }) {
  const { t } = useTranslation();
  const { exact } = useFormats();
  const promotion = usePromotion();
  if (promotion === null || promotion._id !== quote.promotion_id) return null;
  return (
    <p className="offer-reason">
      <Tag className="icon" aria-hidden />
      <span>
        {promotion.ribbon_text === '' ? null : <b dir="auto">{promotion.ribbon_text}</b>}
        <small suppressHydrationWarning>{t('promotion-until', { date: exact(promotion.ends_at) })}</small>
      </span>
    </p>
  );
}
