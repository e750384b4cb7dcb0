import type { TableOf, TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { countingIntents } from '../checkout/index.ts';

export interface ResubscribeUseRow {
  intent_id: string;
  user_id: string;
  is_renewal: boolean;
  /** -1 for ever. */
  free_months: number;
  recurring_minor: number;
  currency: string;
  saved_minor: number;
  created_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    resubscribe_uses: TableOf<ResubscribeUseRow>;
  }
}

/** The terms that a fan takes, as the offer had them. */
export type TakenTerms = Pick<ResubscribeUseRow, 'free_months' | 'recurring_minor' | 'currency'>;

/** Whether a fan took these very terms before, or is about to; `beside` one purchase that is not to count. */
export async function hasTaken(
  db: TenantDb,
  userId: string,
  terms: TakenTerms,
  beside: string | null = null,
): Promise<boolean> {
  const { taken } = await sql<{ taken: boolean }>`
    select exists (
      select 1 from ${table('resubscribe_uses')} u join (${countingIntents}) i on i.id = u.intent_id
      where u.user_id = ${userId} and not u.is_renewal and u.free_months = ${terms.free_months}
        and u.recurring_minor = ${terms.recurring_minor} and u.currency = ${terms.currency}
        and u.intent_id is distinct from ${beside}::uuid
    ) as taken`.one(db);
  return taken;
}

/** Once a payment, however often it is told of. */
export async function insertUse(db: TenantDb, use: ResubscribeUseRow): Promise<void> {
  await db('resubscribe_uses').insert(use).onConflict('intent_id').ignore();
}
