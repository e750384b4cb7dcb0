import type { MeView } from '@backlot/contracts/accounts';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import { useUndoCancel } from '../../calls/undo-cancel.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { useToast } from '../../components/toasts.tsx';
import { ApiError } from '../../lib/api.ts';
import { useFormats, useSite } from '../../lib/site.tsx';

type Standing = 'active' | 'cancelled' | 'complimentary' | 'failed' | 'ended' | 'none';

/** Where a membership stands, as a person would say it. */
export function standingOf(me: MeView): Standing {
  if (me.isRebillFailed || me.subscription_detail?.is_rebill_failed) return 'failed';
  if (me.ccbillSubscriptionStatus === '1') return 'cancelled';
  if (me.ccbillSubscriptionStatus === '2') return me.has_complimentary_subscription ? 'complimentary' : 'active';
  return me.isSubscribedEver ? 'ended' : 'none';
}

export function MembershipPanel({ me }: { me: MeView }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const { name } = useSite();
  const standing = standingOf(me);
  return (
    <section className="membership-panel" data-standing={standing} aria-labelledby="membership-title">
      <p className="membership-badge">{badgeText(standing, t)}</p>
      <h2 id="membership-title">{t('membership-of', { site: name })}</h2>
      <p className="membership-words"><Words me={me} standing={standing} /></p>
      {me.subscription_detail ? <p className="membership-since">{t('profile-member-since', { date: date(me.subscription_detail.created_at) })}</p> : null}
      <Actions standing={standing} />
    </section>
  );
}

type Translate = ReturnType<typeof useTranslation>['t'];
const badgeText = (standing: Standing, t: Translate): string => {
  if (standing === 'active' || standing === 'complimentary') return t('status-active');
  if (standing === 'cancelled') return t('filter-cancelled');
  return t(standing === 'failed' ? 'profile-badge-failed' : 'status-none');
};

function Words({ me, standing }: { me: MeView; standing: Standing }) {
  const { t } = useTranslation();
  const { money, date } = useFormats();
  const price = me.subscription_detail?.recurring_price ?? 0;
  switch (standing) {
    case 'failed': return <>{t('profile-status-rebill-failed')} {t('rebill-failed-text')}</>;
    case 'cancelled': return t('profile-status-cancelled', { date: me.expiration_date ? date(me.expiration_date) : '' });
    case 'complimentary': return me.expiration_date ? t('profile-status-complimentary', { date: date(me.expiration_date) }) : t('profile-status-active-free');
    case 'active': return me.next_billing_date && price > 0 ? t('profile-status-active', { date: date(me.next_billing_date), amount: money(price) }) : t('profile-status-active-free');
    case 'ended': return me.expiration_date ? t('profile-status-ended', { date: date(me.expiration_date) }) : t('profile-status-none');
    default: return t('membership-text');
  }
}

function Actions({ standing }: { standing: Standing }) {
  const { t } = useTranslation();
  const toast = useToast();
  const undo = useUndoCancel();
  const keep = (): void => undo.mutate(undefined, {
    onSuccess: () => toast({ text: t('cancel-undone'), tone: 'good' }),
    onError: (error) => toast({ text: error instanceof ApiError && error.status > 0 ? error.message : t('error-title'), tone: 'bad' }),
  });
  return (
    <div className="account-actions">
      {standing === 'none' ? <ButtonLink to={paths.membership}>{t('membership-title')}</ButtonLink> : null}
      {standing === 'ended' || standing === 'failed' ? <ButtonLink to={paths.subscribe}>{t('subscribe-renew-title')}</ButtonLink> : null}
      {standing === 'cancelled' ? <Button busy={undo.isPending} onClick={keep}>{t('cancel-undo')}</Button> : null}
      {standing === 'active' || standing === 'complimentary' || standing === 'failed' ? <ButtonLink to={paths.cancelSubscription} tone="quiet">{t('cancel-button')}</ButtonLink> : null}
    </div>
  );
}
