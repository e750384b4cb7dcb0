import type { TenantDb } from '@backlot/database';
import type { AccountRow } from '../tables.ts';
import { findReadSpan, insertAbsences, listAbsent } from './absence-rows.ts';

/** Milliseconds that a provider is given to list what it did. */
const graceMs = 86_400_000;

/**
 * Marks what of ours an account's report has not: what was begun since it has been read without a gap, and settled more than
 * a day before it was read last.
 */
export async function listAbsences(
  db: TenantDb,
  { id: accountId }: AccountRow,
  { isTotals, now }: { readonly isTotals: boolean; readonly now: Date },
): Promise<void> {
  const read = await findReadSpan(db, accountId);
  if (read === null) return;
  const before = new Date(Math.min(now.getTime(), read.until.getTime()) - graceMs);
  await insertAbsences(db, accountId, await listAbsent(db, accountId, { from: read.from, before, isTotals }));
}
