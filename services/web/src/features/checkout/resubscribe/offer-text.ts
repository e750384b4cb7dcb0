import type { ResubscribeOfferView } from '@backlot/contracts/resubscribe-offer';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/site.tsx';

type Terms = Pick<ResubscribeOfferView, 'promo_banner_text' | 'give_free_month_subscription' | 'recurring_price'>;

/** What the ribbon says: the creator's words, else what the offer is (SUB-21). */
export function useOfferText({
  promo_banner_text: own,
  give_free_month_subscription: count,
  recurring_price,
}: Terms): string {
  const { t } = useTranslation();
  const { money } = useFormats();
  if (own.trim() !== '') return own.trim();
  if (count === -1) return t('resubscribe-usual-forever');
  const price = money(recurring_price);
  return count === 0 ? t('resubscribe-usual-price', { price }) : t('resubscribe-usual-months', { count, price });
}
