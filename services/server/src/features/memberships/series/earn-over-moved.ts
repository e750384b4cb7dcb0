import type { TenantDb } from '@backlot/database';
import { moveDeferred } from '../../ledger/index.ts';
import type { MovedPeriod } from './period-rows.ts';

/** What was paid for stretches that were moved is earned over them. What was given costs nothing, and what has no end is earned. */
export async function earnOverMoved(db: TenantDb, moved: readonly MovedPeriod[], now: Date): Promise<void> {
  for (const { transaction_id: transactionId, starts_at: from, ends_at: until } of moved)
    if (transactionId !== null && until !== null) await moveDeferred(db, transactionId, { from, until }, now);
}
