import type { TableOf } from '@backlot/database';
import type { AccountKind, CauseType, RevenueAccount, TransactionKind } from './chart.ts';

export interface LedgerAccountRow {
  id: string;
  kind: AccountKind;
  detail: string;
  currency: string;
}

export interface LedgerTransactionRow {
  id: string;
  kind: TransactionKind;
  cause_type: CauseType;
  cause_id: string;
  reverses_id: string | null;
  /** Null where it is the whole site's. */
  user_id: string | null;
  entry_count: number;
  at: Date;
  /** By the database's own clock. */
  recorded_at: Date;
}

export interface LedgerEntryRow {
  transaction_id: string;
  account_id: string;
  amount_minor: number;
  currency: string;
  /** Whose it is, of the accounts that are kept a fan. */
  user_id: string | null;
}

/** Written by the entries' trigger alone. */
export interface FanWalletRow {
  user_id: string;
  currency: string;
  balance_minor: number;
  owed_minor: number;
  owed_since: Date | null;
}

/** What a sale earns over time; ended where money went back. */
export interface DeferredSaleRow {
  id: string;
  transaction_id: string;
  revenue: RevenueAccount;
  amount_minor: number;
  currency: string;
  starts_at: Date;
  ends_at: Date;
  ended_at: Date | null;
}

export interface RecognisedDayRow {
  id: string;
  day: string;
  currency: string;
  until: Date;
}

export interface LedgerSealRow {
  number: number;
  day: string;
  transaction_count: number;
  head: Buffer;
  sealed_at: Date;
}

export interface LedgerSealedRow {
  transaction_id: string;
  seal_number: number;
  digest: Buffer;
}

/** Of an account from `starts_at` (UTC) on, for a span; written by the schema's owner alone. */
export interface LedgerSumRow {
  account_id: string;
  span: 'month' | 'day' | 'quarter_hour';
  starts_at: Date;
  kind: TransactionKind;
  /** Of a provider's account the account on the other side, of every other the account itself. */
  about_id: string;
  amount_minor: number;
  entry_count: number;
}

/** A transaction that the sums do not hold yet. */
export interface LedgerUnsummedRow {
  transaction_id: string;
}

/** A view: what moved an account, as the sums count it. */
export interface LedgerMoveRow {
  transaction_id: string;
  at: Date;
  kind: TransactionKind;
  account_id: string;
  about_id: string;
  amount_minor: number;
}

export interface UserTotalsRow {
  user_id: string;
  currency: string;
  spent_minor: number;
  refunded_minor: number;
  charged_back_minor: number;
  chargeback_fees_minor: number;
  chargebacks: number;
}

export interface EntitlementRow {
  id: string;
  user_id: string;
  /** As the feature that sold it calls it (`Sellable.kind`). */
  kind: string;
  content_id: string;
  cause_transaction_id: string;
  granted_at: Date;
  revoked_at: Date | null;
  revoke_reason: 'refund' | 'chargeback' | 'staff' | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    ledger_accounts: TableOf<LedgerAccountRow>;
    ledger_transactions: TableOf<LedgerTransactionRow>;
    ledger_entries: TableOf<LedgerEntryRow>;
    fan_wallets: TableOf<FanWalletRow>;
    deferred_sales: TableOf<DeferredSaleRow>;
    recognised_days: TableOf<RecognisedDayRow>;
    ledger_seals: TableOf<LedgerSealRow>;
    ledger_sealed: TableOf<LedgerSealedRow>;
    ledger_sums: TableOf<LedgerSumRow>;
    ledger_unsummed: TableOf<LedgerUnsummedRow>;
    ledger_moves: TableOf<LedgerMoveRow>;
    user_totals: TableOf<UserTotalsRow>;
    entitlements: TableOf<EntitlementRow>;
  }
}
