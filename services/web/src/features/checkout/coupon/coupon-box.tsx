import type { MembershipQuote } from '@backlot/contracts/memberships';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/button.tsx';
import { FieldError } from '../../../components/field.tsx';
import { HumanCheckNote } from '../../../components/human-check-note.tsx';
import { useSetting } from '../../../lib/site.tsx';
import { costsMore } from './costs-more.ts';
import type { CouponEntry } from './use-coupon.ts';

/** Whether codes can be entered: where the site shows the box, and for whoever a link gave one. */
export function useShowsCoupons(linked: string): boolean {
  const isOn = useSetting('enable_coupons') === true;
  const isShown = useSetting('display_coupon_box_to_user') === true;
  return isOn && (isShown || linked !== '');
}

interface CouponBoxProps {
  readonly coupon: CouponEntry;
  /** The price without a coupon. */
  readonly usual: MembershipQuote;
}

/** A code, and whether it counts. A form of its own: Enter applies the code and buys nothing. */
export function CouponBox({ coupon, usual }: CouponBoxProps) {
  const { t } = useTranslation();
  const id = useId();
  const isValid = coupon.status === 'valid';
  const isDearer = coupon.applied !== null && costsMore(coupon.applied.quote, usual);
  return (
    <form
      noValidate
      className="coupon field"
      data-status={coupon.status}
      data-tone={isDearer ? 'warn' : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isValid) void coupon.apply();
      }}
    >
      <label htmlFor={id}>{t('coupon-label')}</label>
      <div className="coupon-line">
        <div className="field-box" data-wrong={coupon.status === 'invalid' || undefined}>
          <input
            id={id}
            value={coupon.typed}
            disabled={isValid}
            maxLength={100}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            aria-invalid={coupon.status === 'invalid' || undefined}
            aria-describedby={`${id}-error ${id}-note`}
            onChange={(event) => coupon.type(event.target.value)}
          />
        </div>
        {isValid ? (
          <Button tone="quiet" onClick={coupon.remove}>
            {t('btn-coupon-remove')}
          </Button>
        ) : (
          <Button type="submit" tone="quiet" busy={coupon.isChecking}>
            {t('btn-coupon-apply')}
          </Button>
        )}
      </div>
      <FieldError id={`${id}-error`} text={coupon.error} />
      <HumanCheckNote {...coupon.check} />
      <p className="coupon-note" id={`${id}-note`} role="status">
        {isValid && !isDearer ? <Check className="icon" aria-hidden /> : null}
        <span>
          {isValid ? `${t('coupon-valid')} ` : ''}
          {t(isDearer ? 'coupon-costs-more' : 'coupon-no-combine')}
        </span>
      </p>
    </form>
  );
}
