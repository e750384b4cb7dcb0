import type { TableOf } from '@backlot/database';

/** What somebody entered from a provider's own statement of a month; never changed. */
export interface ProviderStatementRow {
  id: string;
  /** Null of an account for coins. */
  account_id: string | null;
  /** Of one for coins alone; absent on the schema of the version before. */
  crypto_account_id?: string | null;
  /** `2026-03-01`. */
  month: string;
  fees_minor: number;
  reserve_held_minor: number;
  reserve_released_minor: number;
  paid_out_minor: number;
  /** These five are absent on the schema of the version before. */
  platform_share_minor?: number;
  tax_withheld_minor?: number;
  /** A loss is below zero. */
  exchange_minor?: number;
  dispute_held_minor?: number;
  dispute_released_minor?: number;
  currency: string;
  note: string;
  entered_by: string;
  entered_at: Date;
  /** The entry that this one takes back. */
  takes_back_id: string | null;
  request_key: string | null;
  request_hash: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    provider_statements: TableOf<ProviderStatementRow>;
  }
}
