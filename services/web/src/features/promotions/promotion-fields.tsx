import {
  leastPromotionPercent,
  mostPromotionPercent,
  promotionHours,
  promotionPeriods,
} from '@backlot/domain/money/promotion-terms';
import { useId } from 'react';
import { audienceTexts } from '@backlot/domain/formats/offer-texts';
import { useTranslation } from 'react-i18next';
import { Select, type SelectOption } from '../../components/kit/select.tsx';
import { Switch } from '../../components/kit/switch.tsx';
import { TextField } from '../../components/kit/text-field.tsx';
import { useNow } from '../../lib/hooks/use-now.ts';
import { useFormats, useSite } from '../../lib/site.tsx';
import type { PromotionDraft } from './promotion-form.ts';
import type { PromotionInput } from './promotions-query.ts';

interface FieldsProps {
  readonly draft: PromotionDraft;
  readonly onChange: (part: Partial<PromotionDraft>) => void;
  /** As it stands, typed or suggested. */
  readonly ribbonText: string;
  readonly errorOf: (field: keyof PromotionInput) => string | null;
}

export function PromotionFields({ draft, onChange, ribbonText, errorOf }: FieldsProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useNow(60_000);
  const isEndOf = draft.duration.startsWith('end');
  return (
    <div className="promotion-fields">
      {draft.type === 'SUBSCRIPTION' ? (
        <MembershipTerms {...{ draft, onChange, errorOf }} />
      ) : (
        <Select
          label={t('promotion-discount')}
          value={draft.percent}
          help={t('promotion-discount-help')}
          error={errorOf('discount_percentage')}
          options={percents.map((percent) => ({
            value: String(percent),
            text: t('coupon-percent', { value: formats.number(percent) }),
          }))}
          onChange={(percent) => onChange({ percent })}
        />
      )}
      <Select
        label={t('promotion-duration-label')}
        value={draft.duration}
        help={isEndOf ? t('promotion-zone', { zone: formats.zone(now) }) : undefined}
        error={errorOf('date_expire')}
        options={useDurations()}
        onChange={(duration) => onChange({ duration })}
      />
      {isEndOf ? null : <Repeats {...{ draft, onChange }} />}
      <TextField
        label={t('promotion-ribbon')}
        value={draft.ribbonText ?? ribbonText}
        help={t('promotion-ribbon-help')}
        error={errorOf('ribbon_text')}
        inputProps={{ maxLength: 120, dir: 'auto' }}
        onChange={(text) => onChange({ ribbonText: text })}
      />
    </div>
  );
}

/** PROMO-23, in steps that a person tells apart. */
const percents: readonly number[] = Array.from(
  { length: (mostPromotionPercent - leastPromotionPercent) / 5 + 1 },
  (_, step) => leastPromotionPercent + step * 5,
);

function MembershipTerms({ draft, onChange, errorOf }: Omit<FieldsProps, 'ribbonText'>) {
  const { t } = useTranslation();
  const { currency } = useSite();
  const amount = { after: currency, inputProps: { inputMode: 'decimal' as const } };
  return (
    <>
      <Select
        label={t('promotion-audience-label')}
        value={draft.audience}
        error={errorOf('applicable_to')}
        options={(['ALL_USERS', 'NEW_USERS', 'OLD_USERS'] as const).map((value) => ({
          value,
          text: t(audienceTexts[value]),
        }))}
        onChange={(audience) => onChange({ audience })}
      />
      <div className="promotion-pair">
        <TextField
          {...amount}
          label={t('promotion-first-payment')}
          value={draft.initial}
          help={t('promotion-first-payment-help')}
          error={errorOf('subscription_initial_amount')}
          onChange={(initial) => onChange({ initial })}
        />
        <Select
          label={t('promotion-period')}
          value={draft.period}
          error={errorOf('initial_period')}
          options={promotionPeriods.map((days) => ({
            value: String(days),
            text: days === 30 ? t('promotion-one-month') : t('promotion-days', { count: days }),
          }))}
          onChange={(period) => onChange({ period })}
        />
      </div>
      <TextField
        {...amount}
        label={t('promotion-each-month')}
        value={draft.recurring}
        help={t('promotion-each-month-help')}
        error={errorOf('subscription_recurring_amount')}
        onChange={(recurring) => onChange({ recurring })}
      />
    </>
  );
}

function Repeats({ draft, onChange }: Pick<FieldsProps, 'draft' | 'onChange'>) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="promotion-switch">
      <span>
        <label htmlFor={id}>{t('promotion-repeats')}</label>
        <small id={`${id}-help`}>{t('promotion-repeats-help')}</small>
      </span>
      <Switch
        id={id}
        label={t('promotion-repeats')}
        describedBy={`${id}-help`}
        isOn={draft.repeats}
        onChange={(repeats) => onChange({ repeats })}
      />
    </div>
  );
}

/** PROMO-25: hours, days, and the ends of the site's day and month. */
function useDurations(): readonly SelectOption<string>[] {
  const { t } = useTranslation();
  return [
    ...promotionHours.map((hours) => ({
      value: String(hours),
      text: hours > 24 ? t('promotion-days', { count: hours / 24 }) : t('promotion-hours', { count: hours }),
    })),
    { value: 'end_of_day', text: t('promotion-end-of-day') },
    { value: 'end_of_month', text: t('promotion-end-of-month') },
  ];
}
