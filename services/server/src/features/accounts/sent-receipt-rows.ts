import type { TableOf, TenantDb } from '@backlot/database';

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
