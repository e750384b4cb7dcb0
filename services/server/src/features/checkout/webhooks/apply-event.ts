import type { ChargeEvent, EventSubject, SeriesEvent } from '@backlot/payments';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { findAttempt } from '../intent-rows.ts';
import { findAccount } from '../provider-accounts/account-rows.ts';
import { providerOf } from '../provider-accounts/open-account.ts';
import { lookAtPayment } from '../settle/reconcile-payment.ts';
import { endOrphanedSeries, applyToOrphan } from '../settle/orphaned-series.ts';
import { settleAttempt } from '../settle/settle-attempt.ts';
import type { AttemptRow } from '../tables.ts';
import type { AccountEvent, AccountNews } from './account-event.ts';
import { applyReversal, reconcileReversals } from './apply-reversal.ts';
import { applyWin } from './apply-win.ts';
import { countDeclineOnPage } from './count-decline-on-page.ts';
import { findSubject } from './find-subject.ts';
import { pauseForReversal } from './pause-for-reversal.ts';
import { isOpen, trustIn, type Trust } from './trust-in.ts';

/** Why an event changed nothing. */
export type Unapplied =
  /** It names no payment and no series of its account. */
  | 'no-such-payment'
  /** It reverses a charge whose outcome is not known. */
  | 'not-settled'
  /** It tells that a dispute was won, and no chargeback of the payment is known yet. */
  | 'not-charged-back'
  /** It is unsigned, and its provider does not confirm it (yet). */
  | 'not-confirmed'
  /** Staff have to decide. */
  | 'for-staff'
  /** It does not follow its provider's documentation. */
  | 'unreadable';

/** Does what an event says, once. An unsigned one is only a reason to ask its provider (`trustIn`). */
export async function applyEvent(ctx: AppContext, tenant: Tenant, received: AccountNews): Promise<Unapplied | null> {
  const { accountId, event, newsId } = received;
  if (event.type === 'unread') return 'unreadable';
  const { attempt, account } = await ctx.database.tenants.read(tenant, async (db) => ({
    attempt: await findSubject(db, received),
    account: await findAccount(db, accountId),
  }));
  const trust = await trustIn(account && providerOf(ctx, account), event, attempt);
  switch (event.type) {
    case 'series-renewed':
    case 'series-failed':
    case 'series-cancelled':
    case 'series-expired':
    case 'series-moved':
      return trust === 'proof' ? applySeries(ctx, tenant, { accountId, event }, attempt) : unappliedFor(trust);
    case 'charge':
      if (attempt === null) return 'no-such-payment';
      return trust === 'terms-differ'
        ? applyOnOtherTerms(ctx, tenant, { accountId, event, newsId }, attempt)
        : applyCharge(ctx, tenant, { accountId, event, newsId }, attempt, trust);
    case 'look': {
      // Of a series as a whole no charge tells anything.
      if (namesSeriesAlone(event.about)) return 'for-staff';
      if (attempt === null) return 'no-such-payment';
      const isTold = await lookAtPayment(ctx, tenant, attempt.id);
      await countDeclineOnPage(ctx, tenant, { accountId, event, newsId }, attempt);
      if (trust !== 'proof' && account !== null) await reconcileReversals(ctx, tenant, { account, event }, attempt.id);
      return isTold ? null : 'not-confirmed';
    }
    case 'chargeback-won':
      if (attempt === null) return 'no-such-payment';
      return trust === 'proof' ? applyWin(ctx, tenant, { accountId, event }, attempt.id) : unappliedFor(trust);
    default:
      if (attempt === null) return 'no-such-payment';
      if (trust === 'unconfirmed') await pauseForReversal(ctx, tenant, { accountId, event }, attempt.id);
      if (trust !== 'proof') return unappliedFor(trust);
      if (await applyReversal(ctx, tenant, { accountId, event }, attempt.id)) return null;
      // Nobody has told us of the charge itself yet, or it was taken for none: ask, then try once more.
      await lookAtPayment(ctx, tenant, attempt.id);
      return (await applyReversal(ctx, tenant, { accountId, event }, attempt.id)) ? null : 'not-settled';
  }
}

const namesSeriesAlone = ({ reference, providerRef }: EventSubject): boolean =>
  reference === undefined && providerRef === undefined;

const unappliedFor = (trust: Trust): Unapplied => (trust === 'look' ? 'for-staff' : 'not-confirmed');

/**
 * A charge beside the one that settled its attempt, such as a form that was paid twice, is for staff; its series is ended, so
 * that no more charges follow it.
 */
async function applyCharge(
  ctx: AppContext,
  tenant: Tenant,
  received: AccountNews<ChargeEvent>,
  attempt: AttemptRow,
  trust: Trust,
): Promise<Unapplied | null> {
  const { outcome } = received.event;
  if (trust === 'proof' || (trust === 'plausible' && isOpen(attempt))) {
    const isAnother = attempt.state === 'succeeded' && outcome.kind === 'succeeded';
    if (isAnother && outcome.providerRef !== attempt.provider_ref) {
      const now = ctx.clock.now();
      await ctx.database.tenants.write(tenant, (db) => endOrphanedSeries(db, attempt, outcome.series, now));
      return 'for-staff';
    }
    await settleAttempt(ctx, tenant, attempt.id, outcome);
    await countDeclineOnPage(ctx, tenant, received, attempt);
    return null;
  }
  await lookAtPayment(ctx, tenant, attempt.id);
  if (trust === 'look') return null;
  const after = await ctx.database.tenants.read(tenant, (db) => findAttempt(db, attempt.id));
  return after?.state === 'succeeded' && outcome.kind === 'succeeded' && after.provider_ref === outcome.providerRef
    ? null
    : 'not-confirmed';
}

/**
 * Somebody changed what was to be paid for between us and the provider. What was taken goes back by itself, as where the
 * amount is another one, so that it is in the lists of what is owed until its provider has returned it; staff are told
 * besides, as a payer who does so may try again, and an account whose form sells on terms of its own must be mended.
 */
async function applyOnOtherTerms(
  ctx: AppContext,
  tenant: Tenant,
  { event, ...received }: AccountNews<ChargeEvent>,
  attempt: AttemptRow,
): Promise<Unapplied> {
  const { outcome } = event;
  const told =
    outcome.kind === 'succeeded' ? { ...event, outcome: { ...outcome, onOtherTerms: true as const } } : event;
  await applyCharge(ctx, tenant, { ...received, event: told }, attempt, 'proof');
  return 'for-staff';
}

/** Handed to the feature whose series it is. The end of a single sale, which has no series, changes nothing. */
async function applySeries(
  ctx: AppContext,
  tenant: Tenant,
  { accountId, event }: AccountEvent<SeriesEvent>,
  attempt: AttemptRow | null,
): Promise<Unapplied | null> {
  const now = ctx.clock.now();
  for (const { later } of ctx.sells.all) {
    const isApplied = await ctx.database.tenants.write(
      tenant,
      async (db) => (await later?.applySeriesEvent?.(db, { accountId, event, now, sells: ctx.sells })) ?? false,
    );
    if (isApplied) return null;
  }
  const isEnd = event.type === 'series-cancelled' || event.type === 'series-expired';
  const orphan = await ctx.database.tenants.write(tenant, (db) => applyToOrphan(db, { accountId, event, isEnd, now }));
  // Staff have to refund what it charged all the same.
  if (orphan) return event.type === 'series-renewed' ? 'for-staff' : null;
  const isSale = attempt?.state === 'succeeded' && attempt.provider_ref === event.about.seriesRef;
  return isEnd && isSale ? null : 'no-such-payment';
}
