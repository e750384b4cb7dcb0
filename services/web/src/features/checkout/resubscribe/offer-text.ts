import type { ResubscribeOfferView } from '@backlot/contracts/resubscribe-offer';
import { useTranslation } from 'react-i18next';
import { useRhythmTexts } from '../../../entities/membership/rhythm.ts';

type Terms = Pick<ResubscribeOfferView, 'promo_banner_text' | 'give_free_month_subscription' | 'recurring_price'>;

/** What the ribbon says: the creator's words, else what the offer is (SUB-21). `days`: as it would be charged, null by months (C13). */
export function useOfferText(
  { promo_banner_text: own, give_free_month_subscription: count, recurring_price: price }: Terms,
  days: number | null,
): string {
  const { t } = useTranslation();
  const rhythm = useRhythmTexts(days);
  if (own.trim() !== '') return own.trim();
  if (count === -1) return t('resubscribe-usual-forever');
  if (count === 0) return t('resubscribe-usual-price', { price: rhythm.price(price) });
  const later = rhythm.later(price);
  return days === null
    ? t('resubscribe-usual-months', { count, later })
    : t('resubscribe-usual-days', { count: count * days, later });
}
