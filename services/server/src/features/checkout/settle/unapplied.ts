import { DomainError } from '@backlot/contracts';
import type { OpenItemDecision } from '@backlot/contracts/open-items';
import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import type { ProviderEvent } from '@backlot/payments';
import { scheduledJob } from '../../../jobs/job.ts';
import { later } from '../../../jobs/later.ts';
import type { ByHand } from './settle-reversal.ts';
import type { AttemptRow } from '../tables.ts';
import type { WaitingDelivery } from './taken-rows.ts';

export interface Delivered {
  readonly deliveryId: string;
  readonly accountId: string;
  readonly events: readonly ProviderEvent[];
}

/** With the transaction that stores the delivery. */
export const applyLater = (db: TenantDb, delivered: Delivered): Promise<void> =>
  later(db, 'apply-payment-notice', { ...delivered }, { jobKey: `webhook:${delivered.deliveryId}`, maxAttempts: 25 });

/** What could not be applied, and staff have not dealt with. */
export const putAside = (db: TenantDb) => db('webhook_deliveries').whereNotNull('error').where({ settled_at: null });

/** Applies again what was reported of a payment before the payment was known. */
export async function retryUnapplied(
  db: TenantDb,
  waiting: readonly WaitingDelivery[],
  payment: { readonly accountId: string; readonly reference: string; readonly providerRef: string },
): Promise<void> {
  for (const { id, events } of waiting)
    if (events.some(({ about }) => about.reference === payment.reference || about.providerRef === payment.providerRef))
      await applyLater(db, { deliveryId: id, accountId: payment.accountId, events });
}

/** A chargeback is booked: that it was won may have been told before. */
export async function retryWins(
  db: TenantDb,
  { id, account_id: accountId, provider_ref: ref }: AttemptRow,
): Promise<void> {
  const waiting = await putAside(db)
    .where({ account_id: accountId, error: 'not-charged-back' })
    .orderBy('received_at')
    .limit(1000)
    .select('id', 'events');
  await retryUnapplied(db, waiting, { accountId, reference: id, providerRef: ref! });
}

/**
 * What may be applicable later is tried again every day for thirty days: a provider was down for long, or confirms late.
 * Staff see it meanwhile and afterwards, and also what only they can decide.
 */
export const retryPutAsideJob = scheduledJob({
  name: 'retry-webhooks-put-aside',
  schedule: '40 4 * * *',
  async run({ ctx, tenant }) {
    await ctx.database.tenants.write(tenant, async (db) => {
      // What used up its tries by errors, which takes some four days, is in no list and nobody's to try.
      await sql`
        update ${table('webhook_deliveries')} set processed_at = ${ctx.clock.now()}, error = 'not-confirmed'
        where received_at between now() - interval '30 days' and now() - interval '5 days'
          and processed_at is null and error is null`.run(db);
      const waiting = await sql<{ id: string; accountId: string; events: readonly ProviderEvent[] }>`
        select id, account_id as "accountId", events from ${table('webhook_deliveries')}
        where error in ('not-confirmed', 'not-settled', 'not-charged-back', 'no-such-payment') and settled_at is null
          and received_at > now() - interval '30 days'
        order by received_at limit 1000`.all(db);
      for (const { id, accountId, events } of waiting) await applyLater(db, { deliveryId: id, accountId, events });
    });
  },
});

/** Tries it once more, or marks it as dealt with. False for what is no webhook. @throws open-item-settled, invalid-request */
export async function settlePutAside(
  db: TenantDb,
  {
    asked,
    by,
    now,
  }: { readonly asked: { id: string; decision: OpenItemDecision }; readonly by: ByHand; readonly now: Date },
): Promise<boolean> {
  const delivery = await db('webhook_deliveries').where({ id: asked.id }).forUpdate().first();
  if (!delivery) return false;
  const { id, account_id: accountId, events, error } = delivery;
  if (error === null || delivery.settled_at !== null) throw new DomainError('open-item-settled');
  if (asked.decision === 'try_again' && error !== 'unreadable')
    await applyLater(db, { deliveryId: id, accountId, events });
  else if (asked.decision === 'noted')
    await db('webhook_deliveries')
      .where({ id })
      .update({ settled_at: now, settled_by: by.userId, evidence: by.evidence });
  else throw new DomainError('invalid-request', {}, { fields: [{ field: 'decision', code: 'enum' }] });
  return true;
}
