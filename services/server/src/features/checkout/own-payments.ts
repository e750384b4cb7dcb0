import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import { cardOfCharge } from './card-of-charge.ts';
import type { IntentRow, ReversalRow } from './tables.ts';

/** A purchase that was paid for, or may still be, as whoever made it sees it. */
export interface OwnPayment extends Pick<IntentRow, 'id' | 'kind' | 'content_id' | 'quote' | 'state'> {
  readonly at: Date;
  readonly askedMinor: number;
  readonly askedCurrency: string;
  /** Charges of it that took money, or may have; the earliest first. */
  readonly charges: readonly OwnCharge[];
}

export interface OwnCharge {
  readonly id: string;
  /** Null while its end is not known. */
  readonly settledAt: Date | null;
  readonly provider: string;
  readonly reference: string | null;
  /** Null while its end is not known. */
  readonly takenMinor: number | null;
  readonly currency: string | null;
  readonly card: { readonly brand: string; readonly last4: string } | null;
  readonly returns: readonly OwnReturn[];
}

/** Money that went back, or is to. */
export interface OwnReturn {
  readonly kind: ReversalRow['kind'] | 'void';
  readonly isPaid: boolean;
  /** It was refused so far. */
  readonly isOwed: boolean;
  readonly amountMinor: number;
  readonly currency: string;
  readonly at: Date;
  readonly toWallet: boolean;
}

/** The newest first; `before`: the last of the page before. */
export interface OwnPage {
  readonly userId: string;
  readonly before: { readonly at: Date; readonly id: string } | null;
  readonly limit: number;
}

/** A person's payments along the index that holds them alone (`payments_of_fan`): tries that failed are none, nor is what cost nothing. */
export async function listOwnPayments(db: TenantDb, { userId, before, limit }: OwnPage): Promise<OwnPayment[]> {
  const rows = await sql<PaymentRow>`
    ${paymentsOf(userId)} ${before === null ? sql.empty : sql`and (i.created_at, i.id) < (${before.at}, ${before.id}::uuid)`}
    order by i.created_at desc, i.id desc limit ${limit}`.all(db);
  return withCharges(db, rows);
}

/** Whether a purchase of theirs that cost something succeeded on this site. Found along `payments_of_fan`. */
export const hasPaid = async (db: TenantDb, userId: string): Promise<boolean> =>
  (await db('payment_intents')
    .where({ user_id: userId, state: 'succeeded' })
    .where('amount_minor', '>', 0)
    .first('id')) !== undefined;

/** Null for another's, and for what is no payment. */
export async function findOwnPayment(db: TenantDb, userId: string, id: string): Promise<OwnPayment | null> {
  const rows = await sql<PaymentRow>`${paymentsOf(userId)} and i.id = ${id}`.all(db);
  return (await withCharges(db, rows))[0] ?? null;
}

type PaymentRow = Omit<OwnPayment, 'charges'>;

const paymentsOf = (userId: string): Sql => sql`
  select i.id, i.kind, i.content_id, i.quote, i.state, i.created_at as at, i.amount_minor as "askedMinor", i.currency as "askedCurrency"
  from ${table('payment_intents')} i
  where i.user_id = ${userId} and (i.state in ('open', 'held', 'succeeded') or i.unapplied_reason is not null)
    and exists (select from ${table('payment_attempts')} a where a.intent_id = i.id and a.state not in ('declined', 'absent'))`;

async function withCharges(db: TenantDb, rows: readonly PaymentRow[]): Promise<OwnPayment[]> {
  if (rows.length === 0) return [];
  const charges = await sql<Omit<OwnCharge, 'returns'> & { intentId: string }>`
    select a.id, a.intent_id as "intentId", a.settled_at as "settledAt", a.provider, a.provider_ref as reference, a.taken_minor as "takenMinor",
      a.taken_currency as currency,
      ${cardOfCharge(sql`a`, sql`c`)} as card
    from ${table('payment_attempts')} a left join ${table('payment_instruments')} c on c.id = a.instrument_id
    where a.intent_id = any (${rows.map(({ id }) => id)}::uuid[]) and a.state not in ('declined', 'absent')
    order by a.started_at, a.id`.all(db);
  // The schema of the version before does not know voids.
  const returns = await sql<OwnReturn & { attemptId: string }>`
    select r.attempt_id as "attemptId",
      case when (to_jsonb(r) ->> 'is_void')::boolean then 'void' else r.kind end as kind, r.state = 'succeeded' as "isPaid",
      r.state in ('owed', 'refused') as "isOwed", r.amount_minor - r.taken_back_minor as "amountMinor",
      r.currency, coalesce(r.settled_at, r.created_at) as at, r.to_wallet as "toWallet"
    from ${table('payment_reversals')} r
    where r.attempt_id = any (${charges.map(({ id }) => id)}::uuid[])
      and r.state in ('succeeded', 'requested', 'owed', 'refused') and r.amount_minor > r.taken_back_minor
    order by at, r.id`.all(db);
  return rows.map((row) => ({
    ...row,
    charges: charges
      .filter(({ intentId }) => intentId === row.id)
      .map((charge) => ({ ...charge, returns: returns.filter(({ attemptId }) => attemptId === charge.id) })),
  }));
}
