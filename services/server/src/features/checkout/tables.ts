import type { OpenItemDecision, OpenItemKind } from '@backlot/contracts/open-items';
import type { TableOf } from '@backlot/database';
import type { ActionNeeded, ChargeState, ProviderEvent } from '@backlot/payments';
import type { StoredQuote } from './stored-quote.ts';
import type { OrphanedSeriesRow } from './settle/orphaned-series.ts';

/** `held`: a charge of ours took another amount than it asked for, and staff decide. */
export type IntentState = 'open' | 'held' | 'succeeded' | 'declined' | 'abandoned';
/** `action`: it waits for the payer. */
export type AttemptState = 'started' | 'action' | 'pending' | 'unknown' | 'succeeded' | 'declined' | 'absent';

/** Those in which an attempt may still take money. */
export const openStates: readonly AttemptState[] = ['started', 'action', 'pending', 'unknown'];

export interface IntentRow {
  id: string;
  user_id: string;
  /** What is bought (`Sellable.kind`). */
  kind: string;
  content_id: string | null;
  subscription_id: string | null;
  period_end: Date | null;
  amount_minor: number;
  currency: string;
  quote: StoredQuote;
  idempotency_key: string;
  /** What was bought and for how much, of a caller without keys. */
  act: string | null;
  request_hash: string;
  state: IntentState;
  /** Money came and bought nothing: why. */
  unapplied_reason: string | null;
  /** Where staff accepted another amount than was asked for: what was taken. */
  taken_minor: number | null;
  taken_currency: string | null;
  address: string;
  user_agent: string;
  device_id: string | null;
  created_at: Date;
  settled_at: Date | null;
}

/** `draining`: takes no new customers, and keeps its renewals, refunds and webhooks. */
export interface AccountRow {
  id: string;
  provider: string;
  currency: string;
  state: 'active' | 'draining';
  /** The secret part of the address of its webhooks; null until it has one. */
  webhook_path: string | null;
  /** Sealed; null where the provider wants none. */
  credentials: string | null;
  created_at: Date;
}

/** What waits for the payer, with how the last try ended. */
export type StoredAction = Pick<ActionNeeded, 'action' | 'refused'>;

export interface AttemptRow {
  id: string;
  intent_id: string;
  account_id: string;
  /** The account's. */
  provider: string;
  state: AttemptState;
  provider_ref: string | null;
  /** What the adapter finds it again by. */
  provider_state: ChargeState;
  /** From when on it may have been sent; null while the provider is asked for what that needs. */
  ready_at: Date | null;
  /** What the payer has to do. */
  action: StoredAction | null;
  action_expires_at: Date | null;
  /** When the provider was asked last because a page asked. */
  looked_at: Date | null;
  billed_amount: string | null;
  billed_currency: string | null;
  credited_amount: string | null;
  credited_currency: string | null;
  taken_minor: number | null;
  taken_currency: string | null;
  decline_code: string | null;
  decline_reason: string | null;
  is_hard_decline: boolean | null;
  unknown_cause: string | null;
  instrument_id: string | null;
  makes_primary: boolean;
  checks: number;
  started_at: Date;
  settled_at: Date | null;
  /** Staff who said how it ended, and what shows it. */
  settled_by: string | null;
  evidence: string | null;
  /** The card that took part, as its provider told it with the charge. These are absent on the schema of the version before. */
  card_brand?: string | null;
  card_last4?: string | null;
  /** Whether the payer's bank asked them, in the provider's words. */
  three_d_secure?: string | null;
}

export interface InstrumentRow {
  id: string;
  user_id: string;
  account_id: string;
  /** The account's. */
  provider: string;
  provider_instrument: string;
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  is_primary: boolean;
  created_at: Date;
  last_used_at: Date;
  removed_at: Date | null;
  /** Staff who took it off file; null where its owner did, or the product by itself. Absent where it was not read. */
  removed_by?: string | null;
  /** When the provider's vault let go of it. */
  forgotten_at: Date | null;
  /** When its bank took a charge back: it is charged no more. */
  barred_at: Date | null;
  /** Of the consent to keep it, all or none; absent on the schema of the version before, and where they were not read. */
  consent_text_id?: string | null;
  consent_text?: string | null;
  consent_language?: string | null;
  consented_at?: Date | null;
  kept_at?: 'card_page' | 'checkout' | null;
  network_transaction_id?: string | null;
}

/**
 * `owed`: the provider refused it or cannot do it (`refused`, as an older server wrote it). `held`: the provider tells of it
 * and it does not fit what was taken. `dropped`: not to be paid any more.
 */
export type ReversalState = 'requested' | 'succeeded' | 'owed' | 'refused' | 'held' | 'dropped';

export interface ReversalRow {
  id: string;
  attempt_id: string;
  kind: 'refund' | 'chargeback';
  state: ReversalState;
  amount_minor: number;
  currency: string;
  fee_minor: number;
  reason: string;
  notice_id: string | null;
  refusal_code: string | null;
  created_at: Date;
  /** By the provider's clock, where it told of it by itself; null otherwise. */
  occurred_at: Date | null;
  settled_at: Date | null;
  /** When a provider was asked that tells refunds by their number alone; null before, and again once it refused. */
  asked_at: Date | null;
  /** How often money had gone back of the charge by then, by whomever. */
  returns_before: number | null;
  /** Who asks the provider for it at this moment (`claimRefund`); absent on the schema of the version before. */
  claimed_by?: string | null;
  /** By the database's clock. */
  claimed_at?: Date | null;
  /** The provider told of it as a void: no statement shows the charge. Absent on the schema of the version before. */
  is_void?: boolean;
  refusals: number;
  refused_at: Date | null;
  /** Staff who asked for it; null for what the site gives back by itself, and for what a provider tells of. */
  requested_by: string | null;
  request_key: string | null;
  request_hash: string | null;
  /** What was bought stays open although nothing of the payment is left. */
  keeps_access: boolean;
  /** It goes into the fan's wallet; no provider is asked. */
  to_wallet: boolean;
  /** What came back of it: out of the wallet again, because a bank took the same money back; or from the bank, of a dispute won. */
  taken_back_minor: number;
  /** When the site learned that the dispute was won; this and all that follows are absent on the schema of the version before. */
  won_at?: Date | null;
  /** What of the fee came back as well. */
  won_fee_minor?: number;
  /** The provider's webhook that told of it; null where staff did. */
  won_notice_id?: string | null;
  won_by?: string | null;
  won_evidence?: string | null;
  /** Why, in the provider's own words; absent on the schema of the version before. */
  told_reason?: string | null;
  settled_by: string | null;
  evidence: string | null;
}

export interface WebhookDeliveryRow {
  id: string;
  account_id: string;
  /** The provider's id of it. */
  external_id: string;
  raw: Buffer;
  /** Only what proves it; nothing that names a session or a secret. */
  headers: Record<string, string>;
  received_at: Date;
  /** What it tells, in our words. */
  events: readonly ProviderEvent[];
  /** Made of a report's line, in place of a webhook that did not come. */
  stands_in: boolean;
  processed_at: Date | null;
  /** Why nothing could be done about it (yet). */
  error: string | null;
  /** Staff who saw to it, when, and what shows it. */
  settled_at: Date | null;
  settled_by: string | null;
  evidence: string | null;
}

/** How staff ended an open item; never changed. */
export interface OpenItemSettlementRow {
  id: string;
  kind: OpenItemKind;
  /** Null for what a fan owes and for crypto payments. */
  attempt_id: string | null;
  reversal_id: string | null;
  decision: OpenItemDecision;
  evidence: string;
  settled_by: string;
  settled_at: Date;
  /** Of what a fan owed, or paid in crypto currency. */
  user_id: string | null;
  amount_minor: number | null;
  currency: string | null;
  crypto_payment_id?: string | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    provider_accounts: TableOf<AccountRow>;
    webhook_deliveries: TableOf<WebhookDeliveryRow>;
    orphaned_series: TableOf<OrphanedSeriesRow>;
    payment_intents: TableOf<IntentRow>;
    payment_attempts: TableOf<AttemptRow>;
    payment_instruments: TableOf<InstrumentRow>;
    payment_reversals: TableOf<ReversalRow>;
    open_item_settlements: TableOf<OpenItemSettlementRow>;
  }
}
