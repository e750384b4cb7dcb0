import type { TenantDb } from '@backlot/database';
import { isUndefinedTable } from '@backlot/database/is-undefined-table';
import { sql, table } from '@backlot/database/sql';
import { brandOfCharge, last4OfCharge, type StoredQuote } from '../../checkout/index.ts';
import { walletProvider } from '../../ledger/index.ts';

export const isChargeback = async (db: TenantDb, reversalId: string): Promise<boolean> =>
  (await db('payment_reversals').where({ id: reversalId, kind: 'chargeback' }).first('id')) !== undefined;

/** Where a purchase was made from. Empty for what the site charged by itself. */
export interface PaidFrom {
  readonly address: string;
  readonly userAgent: string;
  readonly deviceId: string | null;
}

const ofKeptCard = [
  'consent_text_id',
  'consent_text',
  'consent_language',
  'consented_at',
  'kept_at',
  'network_transaction_id',
] as const;

/** Of a card on file; nothing of one that was kept before consents were, or on the schema of the version before. */
export interface KeptCard {
  readonly consent_text_id?: string | null;
  readonly consent_text?: string | null;
  readonly consent_language?: string | null;
  readonly consented_at?: string | null;
  readonly kept_at?: 'card_page' | 'checkout' | null;
  readonly network_transaction_id?: string | null;
}

/** A chargeback and all that its payment's rows say. */
export interface DisputedPayment extends PaidFrom {
  readonly disputeId: string;
  /** When it was told of here. */
  readonly disputedAt: Date;
  /** When the bank raised it, as far as its provider says. */
  readonly raisedAt: Date;
  readonly disputedMinor: number;
  readonly disputeCurrency: string;
  readonly intentId: string;
  readonly attemptId: string;
  readonly userId: string;
  readonly kind: string;
  readonly contentId: string | null;
  readonly amountMinor: number;
  readonly currency: string;
  readonly quote: StoredQuote;
  readonly boughtAt: Date;
  readonly takenMinor: number | null;
  readonly takenCurrency: string | null;
  readonly takenAt: Date | null;
  readonly provider: string;
  readonly reference: string | null;
  readonly brand: string | null;
  readonly last4: string | null;
  /** As the provider tells it: whether the payer's bank asked them, and why the bank took the money back. */
  readonly threeDSecure: string | null;
  readonly toldReason: string | null;
  /** The consent to keep it. */
  readonly keptCard: KeptCard;
  readonly name: string;
  readonly email: string;
  readonly registeredAt: Date;
  /** The ledger transaction that booked it: what was given names it as its cause. */
  readonly transactionId: string | null;
}

export const findDisputedPayment = (db: TenantDb, reversalId: string): Promise<DisputedPayment | null> =>
  sql<DisputedPayment>`
    select r.id as "disputeId", r.created_at as "disputedAt", coalesce(r.occurred_at, r.created_at) as "raisedAt", r.amount_minor as "disputedMinor", r.currency as "disputeCurrency",
      i.id as "intentId", t.id as "attemptId", i.user_id as "userId", i.kind,
      i.content_id as "contentId", i.amount_minor as "amountMinor", i.currency, i.quote, i.created_at as "boughtAt",
      t.taken_minor as "takenMinor", t.taken_currency as "takenCurrency", t.settled_at as "takenAt", t.provider,
      t.provider_ref as reference, ${brandOfCharge(sql`t`, sql`c`)} as brand, ${last4OfCharge(sql`t`, sql`c`)} as last4,
      to_jsonb(t) ->> 'three_d_secure' as "threeDSecure", to_jsonb(r) ->> 'told_reason' as "toldReason",
      jsonb_build_object(${sql.join(
        ofKeptCard.map((name) => sql`${name}::text, to_jsonb(c) -> ${name}::text`),
        sql`, `,
      )}) as "keptCard", i.address, i.user_agent as "userAgent", i.device_id as "deviceId",
      u.name, u.email, u.created_at as "registeredAt", l.id as "transactionId"
    from ${table('payment_reversals')} r join ${table('payment_attempts')} t on t.id = r.attempt_id
      join ${table('payment_intents')} i on i.id = t.intent_id join ${table('users')} u on u.id = i.user_id
      left join ${table('payment_instruments')} c on c.id = t.instrument_id
      left join ${table('ledger_transactions')} l on l.cause_type = 'attempt' and l.cause_id = t.id and l.kind = 'sale'
    where r.id = ${reversalId} and r.kind = 'chargeback'`.first(db);

/** When the receipt of a purchase was mailed, and to where. */
export interface SentReceipt {
  readonly at: Date;
  readonly address: string;
}

/** Null where none is noted, and on the schema of the version before. Not within a transaction. */
export async function findSentReceipt(db: TenantDb, intentId: string): Promise<SentReceipt | null> {
  try {
    return await sql<SentReceipt>`
      select sent_at as at, address from ${table('sent_receipts')} where intent_id = ${intentId}`.first(db);
  } catch (error) {
    if (isUndefinedTable(error)) return null;
    throw error;
  }
}

export interface MoneyBack {
  readonly at: Date;
  readonly amountMinor: number;
  readonly currency: string;
  readonly state: string;
  readonly isToWallet: boolean;
  readonly refusalCode: string | null;
}

/** Refunds of the same payment, the oldest first. */
export const listRefunds = (db: TenantDb, attemptId: string): Promise<MoneyBack[]> =>
  sql<MoneyBack>`
    select coalesce(settled_at, created_at) as at, amount_minor as "amountMinor", currency, state, to_wallet as "isToWallet",
      refusal_code as "refusalCode"
    from ${table('payment_reversals')} where attempt_id = ${attemptId} and kind = 'refund' order by created_at limit 50`.all(
    db,
  );

/** The purchase that began the membership which a renewal of this time went on with: a person has one. Null where none is kept. */
export const findMembershipPurchase = (
  db: TenantDb,
  userId: string,
  before: Date,
): Promise<(PaidFrom & { readonly at: Date }) | null> =>
  sql<PaidFrom & { at: Date }>`
    select created_at as at, address, user_agent as "userAgent", device_id as "deviceId" from ${table('payment_intents')}
    where user_id = ${userId} and kind = 'membership' and state = 'succeeded' and created_at < ${before}
    order by created_at desc limit 1`.first(db);

export interface EarlierPayment extends PaidFrom {
  readonly id: string;
  readonly at: Date;
  readonly amountMinor: number;
  readonly currency: string;
  readonly brand: string | null;
  readonly last4: string | null;
}

/** Payments that are looked at for a match. */
export const mostEarlier = 200;

/** What a person paid by card in a time and no bank took back, the newest first. */
export const listUndisputed = (
  db: TenantDb,
  userId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<EarlierPayment[]> =>
  sql<EarlierPayment>`
    select i.id, i.created_at as at, t.taken_minor as "amountMinor", t.taken_currency as currency,
      ${brandOfCharge(sql`t`, sql`c`)} as brand, ${last4OfCharge(sql`t`, sql`c`)} as last4, i.address, i.user_agent as "userAgent", i.device_id as "deviceId"
    from ${table('payment_intents')} i join ${table('payment_attempts')} t on t.intent_id = i.id and t.state = 'succeeded'
      left join ${table('payment_instruments')} c on c.id = t.instrument_id
    where i.user_id = ${userId} and i.created_at >= ${from} and i.created_at <= ${to} and t.taken_minor > 0 and t.provider <> ${walletProvider}
      and not exists (select 1 from ${table('payment_reversals')} r where r.attempt_id = t.id and r.kind = 'chargeback')
    order by i.created_at desc limit ${mostEarlier}`.all(db);
