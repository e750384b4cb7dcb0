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
  await insertDeferred(db, { ...sale, ...spanOf(later(from, await recognisedUntil(db)), until) });
}

/** What has no end, or is over, is earned within a day. */
const spanOf = (startsAt: Date, until: Date | null): { readonly startsAt: Date; readonly endsAt: Date } => ({
  startsAt,
  endsAt: until === null || until <= startsAt ? new Date(startsAt.getTime() + dayMs) : until,
});

/**
 * What a deferred sale pays for is another time from now on (`at`): what of it is not booked as earned yet is earned over what
 * is left of that. What is booked stays. Nothing of what went back, or was earned at once.
 */
export async function moveDeferred(
  db: TenantDb,
  transactionId: string,
  { from, until }: { readonly from: Date; readonly until: Date },
  at: Date,
): Promise<void> {
  await holdOffRecognition(db);
  const through = await recognisedUntil(db);
  for (const { earnedMinor, ...row } of await listOpenDeferred(db, transactionId, through)) {
    const open = row.amountMinor - earnedMinor;
    // Nothing is earned of a day on which it was not sold yet, however early its time begins.
    const first = row.startsAt < at ? row.startsAt : at;
    const span = spanOf(later(later(from, first), through), until);
    const isSame =
      span.endsAt.getTime() === row.endsAt.getTime() &&
      span.startsAt.getTime() === later(row.startsAt, through).getTime();
    if (open === 0 || isSame) continue;
    await db('deferred_sales').where({ id: row.id }).update({ ended_at: at });
    await insertDeferred(db, { ...row, ...span, transactionId, amountMinor: open });
  }
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
