import { couponStateTexts } from '@backlot/domain/formats/offer-texts';
import { useTranslation } from 'react-i18next';
import { StateChip, type ChipTone } from '../../components/studio/state-chip.tsx';
import { useFormats, useMoneyIn, useSite } from '../../lib/site.tsx';
import type { Coupon } from './coupons-query.ts';

const tones: Readonly<Record<Coupon['state'], ChipTone>> = {
  active: 'good',
  scheduled: 'info',
  ended: 'plain',
  used_up: 'warn',
  off: 'plain',
};

export function CouponState({ coupon: { state } }: { coupon: Coupon }) {
  const { t } = useTranslation();
  return (
    <StateChip tone={tones[state]} hasDot>
      {t(couponStateTexts[state])}
    </StateChip>
  );
}

/** What a coupon takes off, in words, and how often it was used. */
export function useCouponLabels() {
  const { t } = useTranslation();
  const { number, date } = useFormats();
  const moneyIn = useMoneyIn();
  const { currency: taken } = useSite();
  const valueOf = ({ discount_type: type, currency }: Coupon, value: number): string =>
    type === 'percentage' ? t('coupon-percent', { value: number(value) }) : moneyIn(value, currency ?? taken);
  return {
    discount: (coupon: Coupon): string => {
      const { discount_value_for_initial: first, discount_value_for_recurring: later } = coupon;
      return [
        first === 0 ? '' : t('coupon-off-first', { value: valueOf(coupon, first) }),
        later === 0 ? '' : t('coupon-off-later', { value: valueOf(coupon, later) }),
        coupon.currency === null || coupon.currency === taken
          ? ''
          : t('coupon-other-currency', { currency: coupon.currency }),
      ]
        .filter(Boolean)
        .join(' · ');
    },
    uses: ({ uses, max_uses: max }: Coupon): string =>
      max === null ? number(uses) : t('coupon-uses-of', { uses: number(uses), max: number(max) }),
    days: ({ starts_at: starts, ends_at: ends }: Coupon): string =>
      [
        starts === null ? '' : t('coupon-from', { date: date(starts) }),
        // The end is exclusive: its last day is the one before.
        ends === null ? '' : t('coupon-until', { date: date(new Date(Date.parse(ends) - 1).toISOString()) }),
      ]
        .filter(Boolean)
        .join(' · '),
  };
}
