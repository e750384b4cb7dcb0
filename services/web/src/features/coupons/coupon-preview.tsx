import { discountOf } from '@backlot/domain/money/coupon-terms';
import { toWire } from '@backlot/domain/money/money';
import { quoteMembership } from '@backlot/domain/money/price';
import { useTranslation } from 'react-i18next';
import { readSetting } from '../../lib/settings.ts';
import { useFormats, useSettingValues, useSite } from '../../lib/site.tsx';
import type { CouponInput } from './coupons-query.ts';

/** What fans pay with it, by the rule that the checkout quotes with. */
export function CouponPreview({ input, isRight }: { input: CouponInput; isRight: boolean }) {
  const { t } = useTranslation();
  return (
    <aside className="coupon-preview" aria-label={t('coupon-preview')}>
      <h3>{t('coupon-preview')}</h3>
      <Price title={t('coupon-preview-new')} isReturning={false} input={isRight ? input : null} />
      <Price title={t('coupon-preview-returning')} isReturning input={isRight ? input : null} />
      <p className="muted small">{t('coupon-no-combine')}</p>
    </aside>
  );
}

function Price({ title, isReturning, input }: { title: string; isReturning: boolean; input: CouponInput | null }) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const { currency } = useSite();
  const values = useSettingValues();
  const quote = quoteMembership({
    settings: {
      membership_price: readSetting(values, 'membership_price') ?? 0,
      recurring_membership_price: readSetting(values, 'recurring_membership_price') ?? 0,
      returning_membership_price: readSetting(values, 'returning_membership_price') ?? 0,
      returning_recurring_membership_price: readSetting(values, 'returning_recurring_membership_price') ?? 0,
      enable_promotion: false,
      enable_coupons: true,
      currency,
    },
    viewer: { person: null, isSubscribedEver: isReturning },
    coupon:
      input === null
        ? undefined
        : {
            code: input.code,
            type: input.discount_type,
            initial: discountOf(input.discount_type, input.discount_value_for_initial),
            recurring: discountOf(input.discount_type, input.discount_value_for_recurring),
          },
    now: anyMoment,
  });
  return (
    <dl className="pairs">
      <dt className="coupon-whom">{title}</dt>
      <dd />
      <dt>{t('coupon-first-payment')}</dt>
      <dd>
        <Struck was={quote.baseInitialMinor} is={quote.initialMinor} money={money} />
      </dd>
      <dt>{t('coupon-each-renewal')}</dt>
      <dd>
        <Struck was={quote.baseRecurringMinor} is={quote.recurringMinor} money={money} />
      </dd>
    </dl>
  );
}

const anyMoment = new Date(0);

function Struck({ was, is, money }: { was: number; is: number; money: (amount: number) => string }) {
  return (
    <>
      {is < was ? (
        <>
          <s className="muted">{money(toWire(was))}</s>{' '}
        </>
      ) : null}
      <b className="num">{money(toWire(is))}</b>
    </>
  );
}
