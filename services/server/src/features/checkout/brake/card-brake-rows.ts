import type { TableOf, TenantDb } from '@backlot/database';

/** A stretch of time in which the brake was engaged by itself, and why. */
export interface CardBrakeRow {
  id: string;
  engaged_at: Date;
  released_at: Date | null;
  account_id: string;
  scheme: string;
  forecast: number;
  limit_disputes: number;
  share_percent: number;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    card_brakes: TableOf<CardBrakeRow>;
  }
}

export const findEngagedBrake = async (db: TenantDb): Promise<CardBrakeRow | null> =>
  (await db('card_brakes').whereNull('released_at').first()) ?? null;

/** Nothing changes where it is engaged already. */
export async function insertBrake(db: TenantDb, row: Omit<CardBrakeRow, 'released_at'>): Promise<boolean> {
  const inserted = await db('card_brakes')
    .insert({ ...row, released_at: null })
    .onConflict()
    .ignore()
    .returning('id');
  return inserted.length > 0;
}

export const markReleased = async (db: TenantDb, now: Date): Promise<boolean> =>
  (await db('card_brakes').whereNull('released_at').update({ released_at: now })) > 0;
