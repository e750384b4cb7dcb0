import { cancelReasonError, cancellationReasons, firstCancelStep, isOther, otherReason, usualReasons } from '@backlot/domain/cancellation';
import { isSubscribed } from '@backlot/domain/roles';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import { useUndoCancel } from '../../calls/undo-cancel.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FieldError } from '../../components/field.tsx';
import { MessagePage } from '../../components/message-page.tsx';
import { useToast } from '../../components/toasts.tsx';
import { ApiError } from '../../lib/api.ts';
import { useFormats, useMe, useSetting } from '../../lib/site.tsx';
import type { TextKey } from '../../lib/texts.ts';
import '../../styles/forms.css';
import '../../styles/media.css';
import '../../styles/account.css';
import { useCancelMembership, type Reason } from './cancel-membership.ts';

/** Two clicks: here, and the question. A site may ask for the reason in between. */
export function Page() {
  const { t } = useTranslation();
  const { date } = useFormats();
  const me = useMe();
  const settings = useCancellationSettings();
  const cancel = useCancelMembership();
  const [asked, setAsked] = useState<Reason | null>(null);
  if (cancel.isSuccess) return <Cancelled until={cancel.data.expiration_date} />;
  if (me?.ccbillSubscriptionStatus === '1') return <Cancelled until={me.expiration_date} />;
  if (!isSubscribed(me?.ccbillSubscriptionStatus)) {
    return <MessagePage title={t('not-subscribed')} actions={<ButtonLink to={paths.profile} tone="quiet">{t('profile-title')}</ButtonLink>} />;
  }
  const until = me?.expiration_date ?? me?.next_billing_date;
  return (
    <div className="account-page account-narrow page-width">
      <h1 tabIndex={-1}>{t('cancel-title')}</h1>
      {until ? <p className="account-lede">{t('cancel-consequence', { date: date(until) })}</p> : null}
      {firstCancelStep(settings) === 'reason' ? <ReasonForm settings={settings} onChosen={setAsked} /> : (
        <div className="account-actions"><Button onClick={() => setAsked({})}>{t('cancel-button')}</Button><ButtonLink to={paths.profile} tone="quiet">{t('cancel-keep')}</ButtonLink></div>
      )}
      {asked === null ? null : (
        <Dialog
          title={t('cancel-confirm')} onClose={() => { setAsked(null); cancel.reset(); }}
          actions={<>
            <Button tone="quiet" onClick={() => setAsked(null)}>{t('cancel-keep')}</Button>
            <Button data-first-focus busy={cancel.isPending} onClick={() => cancel.mutate(asked)}>{t('cancel-button')}</Button>
          </>}
        >
          {until ? <p>{t('cancel-consequence', { date: date(until) })}</p> : null}
          <FieldError text={cancel.error ? textOf(cancel.error, t('cancel-unknown')) : null} />
        </Dialog>
      )}
    </div>
  );
}

const textOf = (error: unknown, fallback: string): string => (error instanceof ApiError && error.status > 0 && error.code !== 'cancel-unknown' ? error.message : fallback);

function useCancellationSettings() {
  return {
    is_cancel_subscription_reason_enabled: useSetting('is_cancel_subscription_reason_enabled') === true,
    cancellation_reasons: useSetting('cancellation_reasons') ?? [],
  };
}

/** SUB-27 to SUB-30. */
function ReasonForm({ settings, onChosen }: { settings: ReturnType<typeof useCancellationSettings>; onChosen: (reason: Reason) => void }) {
  const { t } = useTranslation();
  const title = useSetting('reason_for_cancellation_popup_title') || t('cancel-reason-title');
  const [reason, setReason] = useState<string | null>(null);
  const [other, setOther] = useState('');
  const [isTried, setTried] = useState(false);
  const problem = isTried ? cancelReasonError(settings, reason, other) : null;
  const isText = problem === 'cancel-reason-text-required' || problem === 'cancel-reason-text-blank';
  const wordsOf = (id: string): string => (id === otherReason || (usualReasons as readonly string[]).includes(id) ? t(id as TextKey) : id);
  const submit = (): void => {
    setTried(true);
    if (reason === null || cancelReasonError(settings, reason, other)) return;
    onChosen({ reason, ...(isOther(reason) ? { other_reason: other.trim() } : {}) });
  };
  return (
    <form noValidate className="reason-form" onSubmit={(event) => { event.preventDefault(); submit(); }}>
      <fieldset>
        <legend>{title}</legend>
        {cancellationReasons(settings).map((id) => (
          <label key={id} className="check"><input type="radio" name="reason" value={id} checked={reason === id} onChange={() => setReason(id)} /><span>{wordsOf(id)}</span></label>
        ))}
      </fieldset>
      <FieldError text={problem !== null && !isText ? t(problem) : null} />
      {reason !== null && isOther(reason) ? (
        <div className="field">
          <label htmlFor="other-reason">{t('cancel-reason-other-label')}</label>
          <div className="field-box field-area" data-wrong={isText || undefined}><textarea id="other-reason" rows={4} maxLength={2000} value={other} aria-invalid={isText || undefined} aria-describedby="other-reason-error" onChange={(event) => setOther(event.target.value)} /></div>
          <FieldError id="other-reason-error" text={isText ? t(problem) : null} />
        </div>
      ) : null}
      <div className="account-actions"><Button type="submit">{t('cancel-button')}</Button><ButtonLink to={paths.profile} tone="quiet">{t('cancel-keep')}</ButtonLink></div>
    </form>
  );
}

function Cancelled({ until }: { until: string | null }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const toast = useToast();
  const undo = useUndoCancel();
  if (undo.isSuccess) return <MessagePage title={t('cancel-undone')} actions={<ButtonLink to={paths.profile}>{t('profile-title')}</ButtonLink>} />;
  return (
    <MessagePage
      title={t('subscription-cancelled')}
      actions={<>
        <ButtonLink to={paths.feed}>{t('btn-go-to-feed')}</ButtonLink>
        <Button tone="quiet" busy={undo.isPending} onClick={() => undo.mutate(undefined, { onError: (error) => toast({ text: textOf(error, t('error-title')), tone: 'bad' }) })}>{t('cancel-undo')}</Button>
      </>}
    >
      {until ? <p role="status">{t('cancel-done', { date: date(until) })}</p> : null}
    </MessagePage>
  );
}
