import type { PromotionView } from '@backlot/contracts/promotions';
import { promotionAudienceText, promotionStateText, promotionTypeTexts } from '@backlot/domain/formats/offer-texts';
import { useTranslation } from 'react-i18next';
import { StateChip } from '../../components/studio/state-chip.tsx';
import { useRhythmTexts } from '../../entities/membership/rhythm.ts';
import { useFormats, useSite } from '../../lib/site.tsx';
import type { PromotionReport } from './promotions-query.ts';

export function PromotionState({ promotion }: { promotion: PromotionReport }) {
  const { t } = useTranslation();
  const isRunning = promotion.ended_at === null;
  return (
    <StateChip tone={isRunning ? 'good' : 'plain'} hasDot>
      {t(promotionStateText(promotion.ended_at))}
    </StateChip>
  );
}

type Terms = Pick<
  PromotionView,
  | 'type'
  | 'ribbon_text'
  | 'applicable_to'
  | 'discount_percentage'
  | 'subscription_initial_amount'
  | 'subscription_recurring_amount'
  | 'initial_period'
>;

/** What a promotion makes cheaper, in words. */
export function usePromotionLabels() {
  const { t } = useTranslation();
  const { money, number } = useFormats();
  const rhythm = useRhythmTexts(useSite().renewalDays);
  const price = (promotion: Terms): string => {
    if (promotion.discount_percentage !== null)
      return t('promotion-off-posts', { percent: number(promotion.discount_percentage) });
    const first = money(promotion.subscription_initial_amount ?? 0);
    const later = rhythm.later(promotion.subscription_recurring_amount ?? 0);
    const days = promotion.initial_period ?? 30;
    return days < 30 ? `${first} ${t('membership-for-days', { count: days })}, ${later}` : `${first}, ${later}`;
  };
  return {
    price,
    /** A ribbon without words is named by what it promotes. */
    name: (promotion: Terms): string => promotion.ribbon_text || t(promotionTypeTexts[promotion.type]),
    audience: (promotion: Terms): string => t(promotionAudienceText(promotion)),
  };
}
