import {
  cancelReasonError,
  cancellationReasons,
  isOther,
  otherReason,
  usualReasons,
} from '@backlot/domain/memberships/cancellation';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { FieldError } from '../../components/field.tsx';
import { WithdrawLink } from '../../components/withdraw-link.tsx';
import { ApiError } from '../../lib/api.ts';
import { useFormats, useSetting } from '../../lib/site.tsx';
import type { TextKey } from '../../lib/texts/texts.ts';
import type { Reason } from './cancel-membership.ts';

interface SheetProps {
  /** Until when access stays; null when it is over already. */
  readonly until: string | null;
  /** It has no end and is not charged. */
  readonly isForEver: boolean;
  /** It was given and is charged to nobody, now or later. */
  readonly isGiven: boolean;
  /** Its renewal failed for no fault of the card's, and access goes on meanwhile. */
  readonly isAtOnce: boolean;
  /** It can't be taken back afterwards. */
  readonly isFinal: boolean;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onCancel: (reason: Reason) => void;
}

/** `unknown`: what is said where nobody knows whether it was done. */
export const cancelErrorText = (error: unknown, unknown: string): string =>
  error instanceof ApiError && error.status > 0 && error.code !== 'cancel-unknown' ? error.message : unknown;

/** SUB-31: a refusal's own words, else that it failed, or that nobody knows. */
function useCancelErrorText(): (error: unknown) => string {
  const { t } = useTranslation();
  return (error) => {
    if (error instanceof ApiError && error.code === 'internal-error') return t('cancel-problem-hour');
    if (
      error instanceof ApiError &&
      error.status > 0 &&
      error.message === error.code &&
      error.code !== 'cancel-unknown'
    )
      return t('cancel-subscription-error');
    return cancelErrorText(error, t('cancel-unknown'));
  };
}

/** SUB-22 to SUB-30: the question, what follows, the reasons where they are switched on, and the button that does it. */
export function CancelSheet({ until, isForEver, isGiven, isAtOnce, isFinal, isBusy, error, onCancel }: SheetProps) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const errorText = useCancelErrorText();
  const box = useRef<HTMLFieldSetElement>(null);
  const reasonTitle = useSetting('reason_for_cancellation_popup_title') || t('cancel-reason-title');
  const settings = {
    is_cancel_subscription_reason_enabled: useSetting('is_cancel_subscription_reason_enabled') === true,
    cancellation_reasons: useSetting('cancellation_reasons') ?? [],
  };
  const [reason, setReason] = useState<string | null>(null);
  const [other, setOther] = useState('');
  const [isTried, setTried] = useState(false);
  const problem = isTried ? cancelReasonError(settings, reason, other) : null;
  const isText = problem === 'cancel-reason-text-required' || problem === 'cancel-reason-text-blank';
  const labelOf = (id: string): string =>
    id === otherReason || (usualReasons as readonly string[]).includes(id) ? t(id as TextKey) : id;
  const submit = (): void => {
    if (isBusy) return;
    setTried(true);
    if (cancelReasonError(settings, reason, other))
      box.current?.querySelector<HTMLElement>('textarea, input:checked, input')?.focus();
    else onCancel(reason === null ? {} : { reason, ...(isOther(reason) ? { other_reason: other.trim() } : {}) });
  };
  return (
    <form
      noValidate
      className="cancel-sheet"
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <h1 tabIndex={-1}>{t('cancel-confirm')}</h1>
      <p className="account-lede">
        {until !== null
          ? t(isGiven ? 'cancel-done' : 'cancel-consequence', { date: date(until) })
          : t(
              isForEver
                ? 'cancel-consequence-for-ever'
                : isAtOnce
                  ? 'cancel-consequence-at-once'
                  : 'cancel-consequence-ended',
            )}
      </p>
      {isFinal ? <p className="account-lede">{t('cancel-will-be-final')}</p> : null}
      {settings.is_cancel_subscription_reason_enabled ? (
        <fieldset ref={box}>
          <legend dir="auto">{reasonTitle}</legend>
          {cancellationReasons(settings).map((id) => (
            <label key={id} className="check">
              <input
                type="radio"
                name="reason"
                value={id}
                checked={reason === id}
                onChange={() => {
                  setReason(id);
                  setTried(false);
                }}
              />
              <span dir="auto">{labelOf(id)}</span>
            </label>
          ))}
          <FieldError text={problem !== null && !isText ? t(problem) : null} />
          {reason !== null && isOther(reason) ? (
            <div className="field">
              <label htmlFor="other-reason">{t('cancel-reason-other-label')}</label>
              <div className="field-box field-area" data-wrong={isText || undefined}>
                <textarea
                  id="other-reason"
                  rows={3}
                  maxLength={2000}
                  value={other}
                  aria-invalid={isText || undefined}
                  aria-describedby="other-reason-error"
                  onChange={(event) => setOther(event.target.value)}
                />
              </div>
              <FieldError id="other-reason-error" text={isText ? t(problem) : null} />
            </div>
          ) : null}
        </fieldset>
      ) : null}
      <FieldError text={error ? errorText(error) : null} />
      <div className="account-actions">
        <Button type="submit" busy={isBusy}>
          {t('cancel-button')}
        </Button>
        <ButtonLink to={paths.profile} tone="quiet">
          {t('cancel-keep')}
        </ButtonLink>
      </div>
      <WithdrawLink />
    </form>
  );
}
