import type { TenantDb } from '@backlot/database';
import type { PaymentProvider, ReturnsCounted } from '@backlot/payments';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { lockAttempt } from '../intent-rows.ts';
import type { AttemptRow, ReversalRow } from '../tables.ts';
import { countProviderRefunds, findReversal, isUnpaid } from './reversal-rows.ts';
import { chargesOf } from './series-charges.ts';

interface Asking {
  readonly reversal: ReversalRow;
  readonly attempt: AttemptRow;
  readonly provider: PaymentProvider;
}

/**
 * How often money went back of a charge but for this refund, where the provider has nothing else to tell it by: counted and
 * stored before it is first sent, with what was booked since. Null where the provider needs no count.
 * @throws an Error while the provider does not say, or another refund of the charge is under way
 */
export async function countReturnsBefore(
  ctx: AppContext,
  tenant: Tenant,
  { reversal, attempt, provider }: Asking,
): Promise<Exclude<ReturnsCounted, { kind: 'unknown' }> | null> {
  if (!provider.countReturns) return null;
  // On the schema of the version before there is nowhere to store the count: a refund could go out twice.
  if (reversal.asked_at === undefined) throw new Error('The site’s schema is not up to date.');
  if (reversal.asked_at === null) {
    const known = await ctx.database.tenants.read(tenant, (db) => countProviderRefunds(db, attempt.id));
    const counted = await provider.countReturns({ providerRef: attempt.provider_ref! });
    if (counted.kind === 'unknown') throw new Error(`How often money went back is unknown: ${counted.cause}`);
    if (counted.kind === 'refused') return counted;
    await ctx.database.tenants.write(tenant, (db) => storeCount(db, reversal, counted.count, known, ctx.clock.now()));
  }
  return ctx.database.tenants.read(tenant, async (db) => {
    const { asked_at: askedAt, returns_before: before } = (await findReversal(db, reversal.id))!;
    if (askedAt === null) throw new Error('The refund was settled meanwhile.');
    return { kind: 'counted', count: before! + (await countBookedSince(db, attempt, reversal.id, askedAt)) };
  });
}

/** The count was taken without a lock: it holds where nothing was booked meanwhile and no other refund is on its way. */
async function storeCount(
  db: TenantDb,
  { id, attempt_id: attemptId }: ReversalRow,
  count: number,
  known: number,
  now: Date,
): Promise<void> {
  await lockAttempt(db, attemptId);
  const all = await db('payment_reversals').where({ attempt_id: attemptId, kind: 'refund', to_wallet: false });
  const mine = all.find((row) => row.id === id);
  if (!mine || !isUnpaid(mine) || mine.asked_at !== null) return;
  const isUnderWay = all.some((row) => row.id !== id && isUnpaid(row) && row.asked_at !== null);
  if (isUnderWay || (await countProviderRefunds(db, attemptId)) !== known)
    throw new Error('Another refund of the same charge is under way.');
  await db('payment_reversals').where({ id }).update({ asked_at: now, returns_before: count });
}

/** Other refunds of the charge, and of later ones of its series, that the provider made since and that are booked. */
async function countBookedSince(db: TenantDb, attempt: AttemptRow, id: string, askedAt: Date): Promise<number> {
  const charges = await chargesOf(db, attempt.account_id, attempt.provider_ref!);
  const others = await db('payment_reversals')
    .whereIn('attempt_id', [attempt.id, ...charges.map((charge) => charge.id)])
    .where({ kind: 'refund', to_wallet: false })
    .whereIn('state', ['succeeded', 'held'])
    .whereNull('settled_by')
    .whereNot({ id });
  return others.filter((row) => (row.occurred_at ?? row.settled_at ?? row.created_at) >= askedAt).length;
}
