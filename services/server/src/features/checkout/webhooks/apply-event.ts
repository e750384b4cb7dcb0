import type { TenantDb } from '@backlot/database';
import type { ChargeEvent, EventSubject, ProviderEvent, ReversalEvent, SeriesEvent } from '@backlot/payments';
import { minorOf } from '@backlot/domain/money/money';
import { validate as isUuid } from 'uuid';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { findAttempt, lockAttempt, lockBuyerOf, type HeldAttempt } from '../intent-rows.ts';
import { findAccount } from '../provider-accounts/account-rows.ts';
import { providerOf } from '../provider-accounts/open-account.ts';
import { lookAtPayment, reconcilePayment } from '../settle/reconcile-payment.ts';
import {
  findHeldThatFits,
  findUntoldRefund,
  insertTold,
  isWebhookBooked,
  unbookedOf,
} from '../settle/reversal-rows.ts';
import { endOrphanedSeries, orphanTold } from '../settle/orphaned-series.ts';
import { settleAttempt } from '../settle/settle-attempt.ts';
import { settleReversal, stopForHeld } from '../settle/settle-reversal.ts';
import type { AccountRow, AttemptRow } from '../tables.ts';
import { pauseForReversal, reversalKind } from './pause-for-reversal.ts';
import { findReversedCharge } from './reversed-charge.ts';
import { isOpen, trustIn, type Trust } from './trust-in.ts';

/** Why an event changed nothing. */
export type Unapplied =
  /** It names no payment and no series of its account. */
  | 'no-such-payment'
  /** It reverses a charge whose own end is not known. */
  | 'not-settled'
  /** Nobody signed it, and its provider does not say (yet) that it is so. */
  | 'not-confirmed'
  /** Only somebody can judge it. */
  | 'for-staff'
  /** It is not written as its provider says it would be. */
  | 'unreadable';

export interface Told<E extends ProviderEvent = ProviderEvent> {
  readonly accountId: string;
  readonly event: E;
}

/** Does what an event says, once. What nobody signed is only a reason to ask (`trustIn`). */
export async function applyEvent(ctx: AppContext, tenant: Tenant, told: Told): Promise<Unapplied | null> {
  const { accountId, event } = told;
  if (event.type === 'unread') return 'unreadable';
  const { attempt, account } = await ctx.database.tenants.read(tenant, async (db) => ({
    attempt: await findSubject(db, told),
    account: await findAccount(db, accountId),
  }));
  const trust = await trustIn(account && providerOf(ctx, account), event, attempt);
  switch (event.type) {
    case 'series-renewed':
    case 'series-failed':
    case 'series-cancelled':
    case 'series-expired':
    case 'series-moved':
      return trust === 'proof' ? applySeries(ctx, tenant, { accountId, event }, attempt) : untold(trust);
    case 'charge':
      return attempt === null ? 'no-such-payment' : applyCharge(ctx, tenant, event, attempt, trust);
    case 'look':
      // Of a series as a whole no charge tells anything.
      if (namesSeriesAlone(event.about)) return 'for-staff';
      if (attempt === null) return 'no-such-payment';
      await lookAtPayment(ctx, tenant, attempt.id);
      return trust === 'proof' || account === null ? null : lookAtReversed(ctx, tenant, { account, event }, attempt.id);
    case 'chargeback-won':
      return 'for-staff';
    default:
      if (attempt === null) return 'no-such-payment';
      if (trust === 'unconfirmed') await pauseForReversal(ctx, tenant, event, attempt.id);
      if (trust !== 'proof') return untold(trust);
      if (await applyReversal(ctx, tenant, { accountId, event }, attempt.id)) return null;
      // The news of the charge itself has not come yet: ask, then try once more.
      await reconcilePayment(ctx, tenant, attempt.id);
      return (await applyReversal(ctx, tenant, { accountId, event }, attempt.id)) ? null : 'not-settled';
  }
}

/** What a provider that signs nothing says of money that went back, when it is asked: the part that is not booked is. */
async function lookAtReversed(
  ctx: AppContext,
  tenant: Tenant,
  { account, event }: { readonly account: AccountRow; readonly event: ProviderEvent },
  attemptId: string,
): Promise<Unapplied | null> {
  const provider = providerOf(ctx, account);
  const attempt = await ctx.database.tenants.read(tenant, (db) => findAttempt(db, attemptId));
  if (!provider?.findReversed || attempt?.state !== 'succeeded' || attempt.provider_ref === null) return null;
  const reversed = await provider.findReversed({ providerRef: attempt.provider_ref });
  if (reversed.kind === 'unknown') throw new Error(`What went back is not known: ${reversed.cause}.`);
  for (const unbooked of await ctx.database.tenants.read(tenant, (db) => unbookedOf(db, attempt.id, reversed))) {
    const told = {
      about: { reference: attempt.id },
      occurredAt: event.occurredAt,
      currency: reversed.currency,
      ...unbooked,
    };
    if (!(await applyReversal(ctx, tenant, { accountId: account.id, event: told }, attempt.id))) return 'not-settled';
  }
  return null;
}

/** The attempt that an event is about, of this account alone. */
async function findSubject(db: TenantDb, { accountId, event }: Told): Promise<AttemptRow | null> {
  const { reference, providerRef, seriesRef } = event.about;
  const of = () => db('payment_attempts').where({ account_id: accountId });
  if (reference !== undefined && isUuid(reference)) return (await of().where({ id: reference }).first()) ?? null;
  const byRef = async (ref: string | undefined) =>
    (ref === undefined ? undefined : await of().where({ provider_ref: ref }).first()) ?? null;
  const named = await byRef(providerRef);
  if (named !== null || seriesRef === undefined) return named;
  return (isReversal(event) ? await findReversedCharge(db, { accountId, event }, seriesRef) : null) ?? byRef(seriesRef);
}

const isReversal = (event: ProviderEvent): event is ReversalEvent => 'amountMinor' in event;

const namesSeriesAlone = ({ reference, providerRef }: EventSubject): boolean =>
  reference === undefined && providerRef === undefined;

const untold = (trust: Trust): Unapplied => (trust === 'look' ? 'for-staff' : 'not-confirmed');

/**
 * A charge beside the one that settled its attempt, such as a form that was paid twice, is somebody's to judge; no more
 * charges are to follow it.
 */
async function applyCharge(
  ctx: AppContext,
  tenant: Tenant,
  { outcome }: ChargeEvent,
  attempt: AttemptRow,
  trust: Trust,
): Promise<Unapplied | null> {
  if (trust === 'proof' || (trust === 'plausible' && isOpen(attempt))) {
    const isAnother = attempt.state === 'succeeded' && outcome.kind === 'succeeded';
    if (isAnother && outcome.providerRef !== attempt.provider_ref) {
      const now = ctx.clock.now();
      await ctx.database.tenants.write(tenant, (db) => endOrphanedSeries(db, attempt, outcome.series, now));
      return 'for-staff';
    }
    await settleAttempt(ctx, tenant, attempt.id, outcome);
    return null;
  }
  await lookAtPayment(ctx, tenant, attempt.id);
  if (trust === 'look') return null;
  const after = await ctx.database.tenants.read(tenant, (db) => findAttempt(db, attempt.id));
  return after?.state === 'succeeded' && outcome.kind === 'succeeded' && after.provider_ref === outcome.providerRef
    ? null
    : 'not-confirmed';
}

/** The feature that has series of its own takes it. The end of a single sale, which has no series, is nothing. */
async function applySeries(
  ctx: AppContext,
  tenant: Tenant,
  { accountId, event }: Told<SeriesEvent>,
  attempt: AttemptRow | null,
): Promise<Unapplied | null> {
  const now = ctx.clock.now();
  for (const { later } of ctx.sells.all) {
    const isTaken = await ctx.database.tenants.write(
      tenant,
      async (db) => (await later?.told?.(db, { accountId, event, now, sells: ctx.sells })) ?? false,
    );
    if (isTaken) return null;
  }
  const isEnd = event.type === 'series-cancelled' || event.type === 'series-expired';
  const orphan = await ctx.database.tenants.write(tenant, (db) => orphanTold(db, { accountId, event, isEnd, now }));
  // What it charged all the same somebody has to give back.
  if (orphan) return event.type === 'series-renewed' ? 'for-staff' : null;
  const isSale = attempt?.state === 'succeeded' && attempt.provider_ref === event.about.seriesRef;
  return isEnd && isSale ? null : 'no-such-payment';
}

/** False when the charge is not settled yet. */
async function applyReversal(
  ctx: AppContext,
  tenant: Tenant,
  { accountId, event }: Told<ReversalEvent>,
  attemptId: string,
): Promise<boolean> {
  const now = ctx.clock.now();
  const settings = await ctx.settings.of(tenant);
  const kind = reversalKind(event);
  return ctx.database.tenants.write(tenant, async (db) => {
    const held = await lockSubject(db, { accountId, event }, attemptId);
    if (held?.attempt.state !== 'succeeded') return false;
    const webhookId = `${accountId}:${event.externalId}`;
    if (await isWebhookBooked(db, webhookId)) return true;
    const ours = kind === 'refund' ? await findUntoldRefund(db, held.attempt.id, event.amountMinor) : null;
    if (ours) await db('payment_reversals').where({ id: ours.id }).update({ notice_id: webhookId });
    const reversal =
      ours ??
      (await insertTold(db, held.attempt, {
        attempt_id: held.attempt.id,
        kind,
        amount_minor: event.amountMinor,
        currency: event.currency,
        fee_minor: event.type === 'chargeback' ? minorOf(settings.chargeback_fee_amount) : 0,
        reason: `told by ${held.attempt.provider}`,
        notice_id: webhookId,
        created_at: now,
      }));
    const sold = ctx.sells.get(held.intent.kind);
    const heldBesides = () => findHeldThatFits(db, held.attempt);
    if (reversal.state === 'held') {
      ctx.log.error(
        { reversal: reversal.id, attempt: held.attempt.id },
        'a reversal does not fit its charge, and is held',
      );
      await stopForHeld(db, sold, held, reversal, now);
      return true;
    }
    await settleReversal(db, sold, held, reversal, now);
    for (let fitting = await heldBesides(); fitting !== null; fitting = await heldBesides())
      await settleReversal(db, sold, held, fitting, now);
    return true;
  });
}

/**
 * The charge that an event is about, held. It is chosen again once its buyer is held: another event of the same series, told
 * at the same moment, may have been booked meanwhile on the one that was found. All charges of a series are one buyer's.
 */
async function lockSubject(db: TenantDb, told: Told, attemptId: string): Promise<HeldAttempt | null> {
  await lockBuyerOf(db, attemptId);
  return lockAttempt(db, (await findSubject(db, told))?.id ?? attemptId);
}
