import { isSubscribed } from '@backlot/domain/people/roles';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { useUndoCancel } from '../../entities/membership/undo-cancel.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { MessagePage } from '../../components/message-page.tsx';
import { useToast } from '../../components/toasts.tsx';
import { useFormats, useMe } from '../../lib/site.tsx';
import '../../components/styles/forms.css';
import '../../components/styles/media.css';
import '../../components/styles/account.css';
import { useCancelMembership } from './cancel-membership.ts';
import { CancelSheet, cancelErrorText } from './cancel-sheet.tsx';

/** DECISIONS 48: the reason, where the site asks for one, and the question on one sheet; nothing comes after it. */
export function Page() {
  const { t } = useTranslation();
  const me = useMe();
  const cancel = useCancelMembership();
  // Kept here: the membership that is read anew afterwards is one that could be cancelled.
  const undo = useUndoCancel();
  const status = me?.ccbillSubscriptionStatus;
  if (undo.isSuccess)
    return (
      <MessagePage
        takesFocus
        title={t('cancel-undone')}
        actions={<ButtonLink to={paths.profile}>{t('profile-title')}</ButtonLink>}
      />
    );
  if (cancel.isSuccess)
    return (
      <Cancelled
        undo={undo}
        until={cancel.data.expiration_date}
        isOver={cancel.data.ccbill_subscription_status === '0'}
        isNew
      />
    );
  if (status === '1') return <Cancelled undo={undo} until={me?.expiration_date ?? null} isOver={false} isNew={false} />;
  // After a failed renewal access is over, and its retries can be stopped all the same (C16).
  if (!isSubscribed(status) && me?.isRebillFailed !== true) {
    return (
      <MessagePage
        title={t('not-subscribed')}
        actions={
          <ButtonLink to={paths.profile} tone="quiet">
            {t('profile-title')}
          </ButtonLink>
        }
      />
    );
  }
  const until = me?.isRebillFailed ? null : (me?.expiration_date ?? me?.next_billing_date ?? null);
  return (
    <div className="account-page account-narrow page-width">
      <CancelSheet
        until={until}
        isForEver={me?.isRebillFailed !== true && until === null && isSubscribed(status)}
        isGiven={me?.has_complimentary_subscription === true && me.next_billing_date === null}
        isAtOnce={me?.isRebillFailed === true && isSubscribed(status)}
        // After a failed renewal there is nothing left to go on with.
        isFinal={me?.cancellation_final === true || me?.isRebillFailed === true}
        isBusy={cancel.isPending}
        error={cancel.error}
        onCancel={(reason) => cancel.mutate(reason)}
      />
    </div>
  );
}

interface CancelledProps {
  readonly undo: ReturnType<typeof useUndoCancel>;
  readonly until: string | null;
  readonly isOver: boolean;
  /** It happened on this page just now. */
  readonly isNew: boolean;
}

function Cancelled({ undo, until, isOver, isNew }: CancelledProps) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const toast = useToast();
  const isFinal = useMe()?.cancellation_final === true && !isOver;
  return (
    <MessagePage
      takesFocus={isNew}
      title={t('subscription-cancelled')}
      actions={
        <>
          <ButtonLink to={paths.feed}>{t('btn-go-to-feed')}</ButtonLink>
          {isOver || isFinal ? null : (
            <Button
              tone="quiet"
              busy={undo.isPending}
              onClick={() =>
                undo.mutate(undefined, {
                  onError: (error) => toast({ text: cancelErrorText(error, t('error-title')), tone: 'bad' }),
                })
              }
            >
              {t('cancel-undo')}
            </Button>
          )}
        </>
      }
    >
      {isOver ? (
        <p role="status">{t('cancel-done-ended')}</p>
      ) : until === null ? null : (
        <p role="status">{t('cancel-done', { date: date(until) })}</p>
      )}
      {isFinal ? <p role="status">{t('cancel-final')}</p> : null}
    </MessagePage>
  );
}
