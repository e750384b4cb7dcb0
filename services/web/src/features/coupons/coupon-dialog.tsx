import { couponProblems } from '@backlot/domain/money/coupon-terms';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../components/kit/dialog.tsx';
import { DialogFoot } from '../../components/kit/dialog-foot.tsx';
import { Select } from '../../components/kit/select.tsx';
import { TextField } from '../../components/kit/text-field.tsx';
import { ApiError } from '../../lib/api.ts';
import { useToast } from '../../components/toasts.tsx';
import { useNow } from '../../lib/hooks/use-now.ts';
import { useFormats, useSite, useTimeZone } from '../../lib/site.tsx';
import { useFailureText } from '../../lib/texts/failure-text.ts';
import { draftOf, emptyDraft, hasPriceOf, inputOf, type CouponDraft } from './coupon-form.ts';
import { CouponPreview } from './coupon-preview.tsx';
import { useSaveCoupon, type Coupon, type CouponInput } from './coupons-query.ts';

interface DialogProps {
  /** Null for a new one. */
  readonly coupon: Coupon | null;
  readonly onClose: () => void;
}

/** Makes or changes a coupon, beside what fans then pay. */
export function CouponDialog({ coupon, onClose }: DialogProps) {
  const { t } = useTranslation();
  const toast = useToast();
  const errorText = useFailureText(coupon === null ? 'coupon-add-error' : 'coupon-update-error');
  const timeZone = useTimeZone();
  const [draft, setDraft] = useState(coupon === null ? emptyDraft : draftOf(coupon, timeZone));
  const { mutate, reset, isPending, error } = useSaveCoupon(coupon?._id ?? null);
  const input = inputOf(draft, timeZone);
  // The answer's sentence is about the first field that it names.
  const errorOf = (field: keyof CouponInput): string | null =>
    error instanceof ApiError && error.fields[0]?.field === field ? error.message : null;
  const save = (): void =>
    mutate(input, {
      onSuccess: ({ message }) => {
        toast({ text: message });
        onClose();
      },
      onError: (refusal) => {
        if (!(refusal instanceof ApiError && refusal.fields.length > 0))
          toast({ text: errorText(refusal), tone: 'bad' });
      },
    });
  return (
    <Dialog
      title={t(coupon === null ? 'coupon-new' : 'coupon-edit')}
      shape="full"
      className="coupon-dialog"
      onClose={onClose}
      actions={
        <DialogFoot onCancel={onClose} isBusy={isPending} onClick={save}>
          {t('btn-save')}
        </DialogFoot>
      }
    >
      <div className="coupon-form">
        <Fields
          draft={draft}
          currency={coupon !== null && hasPriceOf(coupon, input) ? coupon.currency : null}
          onChange={(part) => {
            setDraft({ ...draft, ...part });
            if (error) reset();
          }}
          errorOf={errorOf}
        />
        <CouponPreview input={input} isRight={couponProblems({ ...input, code: 'ANY' }).length === 0} />
      </div>
    </Dialog>
  );
}

const focusedFirst = { 'data-first-focus': true };

interface FieldsProps {
  readonly draft: CouponDraft;
  /** Of amounts that were typed before; null for the site's. */
  readonly currency: string | null;
  readonly onChange: (part: Partial<CouponDraft>) => void;
  readonly errorOf: (field: keyof CouponInput) => string | null;
}

function Fields({ draft, currency, onChange, errorOf }: FieldsProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const site = useSite();
  const now = useNow(60_000);
  const unit = draft.type === 'percentage' ? '%' : (currency ?? site.currency);
  const amount = { after: unit, inputProps: { inputMode: 'decimal' as const } };
  const count = { inputProps: { inputMode: 'numeric' as const } };
  return (
    <div className="coupon-fields">
      <TextField
        label={t('coupon-label')}
        value={draft.code}
        help={t('coupon-code-help')}
        error={errorOf('code')}
        inputProps={{ maxLength: 100, dir: 'ltr', autoComplete: 'off', spellCheck: false, ...focusedFirst }}
        onChange={(code) => onChange({ code: code.toUpperCase() })}
      />
      <Select
        label={t('coupon-discount')}
        value={draft.type}
        options={[
          { value: 'percentage', text: t('coupon-type-percentage') },
          { value: 'flat', text: t('coupon-type-flat') },
        ]}
        onChange={(type) => onChange({ type })}
      />
      <div className="coupon-pair">
        <TextField
          {...amount}
          label={t('coupon-first-payment')}
          value={draft.initial}
          error={errorOf('discount_value_for_initial')}
          onChange={(initial) => onChange({ initial })}
        />
        <TextField
          {...amount}
          label={t('coupon-each-renewal')}
          value={draft.recurring}
          help={t('coupon-each-renewal-help')}
          error={errorOf('discount_value_for_recurring')}
          onChange={(recurring) => onChange({ recurring })}
        />
      </div>
      <div className="coupon-pair">
        <TextField
          type="date"
          label={t('coupon-first-day')}
          value={draft.from}
          error={errorOf('starts_at')}
          onChange={(from) => onChange({ from })}
        />
        <TextField
          type="date"
          label={t('coupon-last-day')}
          value={draft.to}
          help={t('coupon-days-help', { zone: formats.zone(now) })}
          error={errorOf('ends_at')}
          onChange={(to) => onChange({ to })}
        />
      </div>
      <div className="coupon-pair">
        <TextField
          {...count}
          label={t('coupon-max-uses')}
          value={draft.maxUses}
          help={t('coupon-limit-help')}
          error={errorOf('max_uses')}
          onChange={(maxUses) => onChange({ maxUses })}
        />
        <TextField
          {...count}
          label={t('coupon-max-per-fan')}
          value={draft.maxUsesPerFan}
          help={t('coupon-limit-help')}
          error={errorOf('max_uses_per_user')}
          onChange={(maxUsesPerFan) => onChange({ maxUsesPerFan })}
        />
      </div>
    </div>
  );
}
