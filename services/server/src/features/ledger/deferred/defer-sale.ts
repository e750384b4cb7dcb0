import type { TenantDb } from '@backlot/database';
import { dayMs } from '@backlot/domain/formats/when';
import type { RevenueAccount } from '../chart.ts';
import { holdOffRecognition, insertDeferred, listOpenDeferred, recognisedUntil } from './deferred-rows.ts';

export interface DeferredSale {
  readonly transactionId: string;
  readonly revenue: RevenueAccount;
  readonly amountMinor: number;
  readonly currency: string;
  readonly from: Date;
  /** Null for what has no end: earned within a day. */
  readonly until: Date | null;
}

/** A sale that was credited to deferred revenue is earned from now on until its end, a share a day. In the sale's transaction. */
export async function deferSale(db: TenantDb, { from, until, ...sale }: DeferredSale): Promise<void> {
  await holdOffRecognition(db);
  const startsAt = later(from, await recognisedUntil(db));
  const isOver = until === null || until <= startsAt;
  await insertDeferred(db, { ...sale, startsAt, endsAt: isOver ? new Date(startsAt.getTime() + dayMs) : until });
}

/**
 * Money of a deferred sale goes back: what was not earned yet goes first, and no more of it is earned.
 * @returns minor units that were still deferred; the rest of the amount had been earned
 */
export async function takeDeferred(
  db: TenantDb,
  transactionId: string,
  amountMinor: number,
  at: Date,
): Promise<number> {
  await holdOffRecognition(db);
  const through = await recognisedUntil(db);
  let taken = 0;
  for (const row of await listOpenDeferred(db, transactionId, through)) {
    const open = row.amountMinor - row.earnedMinor;
    const gone = Math.min(open, amountMinor - taken);
    if (gone === 0) continue;
    taken += gone;
    await db('deferred_sales').where({ id: row.id }).update({ ended_at: at });
    const startsAt = later(row.startsAt, through);
    if (open > gone) await insertDeferred(db, { ...row, transactionId, amountMinor: open - gone, startsAt });
  }
  return taken;
}

const later = (one: Date, other: Date | null): Date => (other !== null && other > one ? other : one);
