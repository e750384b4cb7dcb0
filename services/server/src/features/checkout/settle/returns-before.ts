import type { TenantDb } from '@backlot/database';
import type { PaymentProvider, RefundOutcome } from '@backlot/payments';
import type { Clock } from '../../../clock.ts';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { lockAttempt } from '../intent-rows.ts';
import type { AttemptRow, ReversalRow } from '../tables.ts';
import { clockSlackMs } from './awaited-refund-rows.ts';
import { countProviderRefunds, findReversal, isUnpaid } from './reversal-rows.ts';
import { listProviderRefunds, listRefundsMade, storeReturns } from './returns-rows.ts';
import { chargesOf } from './series-charges.ts';

/** How often money went back; more than one number where clocks leave it open. */
interface Returns {
  readonly atLeast: number;
  readonly atMost: number;
}

interface Asking {
  readonly reversal: ReversalRow;
  readonly attempt: AttemptRow;
  readonly provider: PaymentProvider;
}

/**
 * How often money went back of a charge but for this refund, where the provider has nothing else to tell it by: counted and
 * stored before it is first sent, with what was made since. Null where the provider needs no count.
 * @throws an Error while the provider does not say, or another refund of the charge is under way
 */
export async function countReturnsBefore(
  ctx: AppContext,
  tenant: Tenant,
  { reversal, attempt, provider }: Asking,
): Promise<({ readonly kind: 'counted' } & Returns) | Extract<RefundOutcome, { kind: 'refused' }> | null> {
  if (!provider.countReturns) return null;
  // On the schema of the version before there is nowhere to store the count: a refund could go out twice.
  if (reversal.asked_at === undefined) throw new Error('The site’s schema is not up to date.');
  if (reversal.asked_at === null) {
    const known = await ctx.database.tenants.read(tenant, (db) => countProviderRefunds(db, attempt.id));
    const counted = await provider.countReturns({ providerRef: attempt.provider_ref! });
    if (counted.kind === 'unknown') throw new Error(`How often money went back is unknown: ${counted.cause}`);
    if (counted.kind === 'refused') return counted;
    await ctx.database.tenants.write(tenant, (db) =>
      storeCount(db, reversal, { count: counted.count, known, clock: ctx.clock }),
    );
  }
  return ctx.database.tenants.read(tenant, async (db) => {
    const { asked_at: askedAt, returns_before: before } = (await findReversal(db, reversal.id))!;
    if (askedAt === null) throw new Error('The refund was settled meanwhile.');
    const others = await listOthers(db, attempt, reversal.id);
    return { kind: 'counted', ...withThoseSince(others, { askedAt, before: before! }) };
  });
}

/**
 * The count was taken without a lock: it holds where nothing was booked meanwhile and no other refund is on its way. The time
 * is taken under the lock, as it is where returns are booked: it tells which of them were booked before.
 */
async function storeCount(
  db: TenantDb,
  { id, attempt_id: attemptId }: ReversalRow,
  { count, known, clock }: { readonly count: number; readonly known: number; readonly clock: Clock },
): Promise<void> {
  await lockAttempt(db, attemptId);
  const all = await listProviderRefunds(db, attemptId);
  const mine = all.find((row) => row.id === id);
  if (!mine || !isUnpaid(mine) || mine.asked_at !== null) return;
  const isUnderWay = all.some((row) => row.id !== id && isUnpaid(row) && row.asked_at !== null);
  if (isUnderWay || (await countProviderRefunds(db, attemptId)) !== known)
    throw new Error('Another refund of the same charge is under way.');
  await storeReturns(db, id, count, clock.now());
}

/** Other refunds of the charge, and of later ones of its series, that the provider made and that are booked. */
async function listOthers(db: TenantDb, attempt: AttemptRow, id: string): Promise<readonly ReversalRow[]> {
  const charges = await chargesOf(db, attempt.account_id, attempt.provider_ref!);
  const made = await listRefundsMade(db, [attempt.id, ...charges.map((charge) => charge.id)]);
  return made.filter((row) => row.id !== id);
}

/**
 * A count, and what was made since. Of what was booked after the count the provider's clock tells whether it was made after it
 * too, unless it is as near as clocks differ. Then the count tells: all that it held was booked already, or it is left open for
 * as many as were not.
 */
function withThoseSince(
  others: readonly ReversalRow[],
  { askedAt, before }: { readonly askedAt: Date; readonly before: number },
): Returns {
  const late = others.filter((row) => bookedAt(row) >= askedAt);
  let unbooked = before - (others.length - late.length);
  let [since, near] = [0, 0];
  for (const { occurred_at: at } of late) {
    const ms = at === null ? Infinity : at.getTime() - askedAt.getTime();
    if (ms > clockSlackMs) since += 1;
    else if (ms < -clockSlackMs) unbooked -= 1;
    else near += 1;
  }
  const open = Math.min(near, Math.max(0, unbooked));
  return { atLeast: before + since + near - open, atMost: before + since + near };
}

/** By our clock. What a provider told of by itself was booked at once, though it may have been held. */
const bookedAt = ({ occurred_at: at, settled_at: settledAt, created_at: createdAt }: ReversalRow): Date =>
  at === null ? (settledAt ?? createdAt) : createdAt;
