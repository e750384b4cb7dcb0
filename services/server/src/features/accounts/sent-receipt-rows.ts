import type { TableOf, TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';

/** The receipt of a purchase was handed to the mail server, the first time. */
export interface SentReceiptRow {
  intent_id: string;
  sent_at: Date;
  address: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    sent_receipts: TableOf<SentReceiptRow>;
  }
}

/** One that was sent before stays as it is noted. */
export async function insertSentReceipt(db: TenantDb, row: SentReceiptRow): Promise<void> {
  await db('sent_receipts').insert(row).onConflict('intent_id').ignore();
}

/** Forgets up to `limit` that were sent before an instant. @returns how many there were */
export const deleteSentReceipts = (db: TenantDb, before: Date, limit: number): Promise<number> =>
  sql`
    delete from ${table('sent_receipts')} where intent_id in (
      select intent_id from ${table('sent_receipts')} where sent_at < ${before} order by sent_at limit ${limit}
    )`.run(db);
