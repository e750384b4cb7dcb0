import type { TenantDb } from '@backlot/database';
import { retriedNow } from '@backlot/domain/memberships/subscription';
import { later } from '../../../jobs/later.ts';
import type { LaterCharges } from '../../checkout/index.ts';
import { findBillingSeries } from '../series/series-rows.ts';
import { changeSubscription, lockSubscription, subscriptionOf } from '../subscription-rows.ts';

/**
 * A renewal that failed is tried at once with the card that the fan added or chose, on the card's own account: a hard
 * decline waits for nothing else. What a provider drives, it tries by itself.
 */
export const retryWithCard: NonNullable<LaterCharges['cardChanged']> = async (
  db,
  { userId, account, instrumentId, now },
) => {
  const row = await lockSubscription(db, userId);
  if (row === null) return;
  const before = subscriptionOf(row);
  const next = retriedNow(before, now);
  const billing = await findBillingSeries(db, row.id);
  if (next === before || billing?.provider_ref != null) return;
  const begins = { accountId: account.id, providerRef: null, instrumentId };
  await changeSubscription(
    db,
    row,
    next,
    now,
    { kind: 'renewal_retried', ...(billing?.account_id === account.id ? {} : { begins }) },
    { account_id: account.id, provider: account.provider },
  );
  await renewLater(db, userId);
};

/** As the sweep of due renewals would, without waiting for it. */
const renewLater = (db: TenantDb, userId: string): Promise<void> =>
  later(db, 'renew-membership', { userId }, { jobKey: `renew:${userId}`, priority: 5 });
