import type { TableOf, TenantDb } from '@backlot/database';
import { toJson } from '@backlot/database/json-text';
import { sql, table, type Sql } from '@backlot/database/sql';
import type { CryptoState } from '@backlot/domain/money/crypto';
import type { ForumpayHost } from '@backlot/payments/forumpay/hosts';

export interface CryptoNotice {
  readonly code: string;
  readonly message: string;
}

/** Staff have to look. */
export type CryptoAlarm = 'blocked' | 'double-spent' | 'unresolved';

/** Coins as text. */
export interface MissingCoins {
  readonly coins: string;
  readonly uri: string;
}

export interface CryptoPaymentRow {
  id: string;
  user_id: string;
  host: ForumpayHost;
  pos_id: string;
  provider_payment_id: string;
  crypto_currency: string;
  amount_minor: number;
  currency: string;
  /** Text, as every amount of coins. */
  asked_coins: string;
  state: CryptoState;
  address: string | null;
  payment_uri: string | null;
  wait_time: string;
  stats_token: string;
  notices: readonly CryptoNotice[];
  missing: MissingCoins | null;
  quoted_at: Date;
  started_at: Date | null;
  expires_at: Date | null;
  looked_at: Date | null;
  next_look_at: Date | null;
  seen_in_window: string;
  credited_coins: string;
  credited_minor: number;
  provider_minor: number | null;
  alarm: CryptoAlarm | null;
  /** Set when it begins; absent on the schema of the version before. */
  account_id?: string | null;
  /** Absent before the schema has it. */
  settled_alarms?: readonly CryptoAlarm[];
  /** Likewise. */
  next_return_look_at?: Date | null;
  /** Why it came to something else at the provider. Absent before the schema has it. */
  explained_at?: Date | null;
  explained_by?: string | null;
  explained_note?: string | null;
  /** What the provider's list says, where that is not what it tells of the payment, and since when. Likewise absent. */
  listed_minor?: number | null;
  doubted_since?: Date | null;
}

export interface CryptoCreditRow {
  id: string;
  payment_id: string;
  from_coins: string;
  to_coins: string;
  amount_minor: number;
  currency: string;
  rate_kind: 'quote' | 'moment';
  rate_minor: number;
  rate_coins: string;
  created_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    crypto_payments: TableOf<CryptoPaymentRow>;
    crypto_credits: TableOf<CryptoCreditRow>;
  }
}

/** A payment of this fan, by the id that the provider gave its quote. */
export const findPaymentOf = async (
  db: TenantDb,
  userId: string,
  providerPaymentId: string,
): Promise<CryptoPaymentRow | null> =>
  (await db('crypto_payments').where({ provider_payment_id: providerPaymentId, user_id: userId }).first()) ?? null;

export const findPayment = async (db: TenantDb, id: string): Promise<CryptoPaymentRow | null> =>
  (await db('crypto_payments').where({ id }).first()) ?? null;

export const findByProviderId = async (db: TenantDb, providerPaymentId: string): Promise<CryptoPaymentRow | null> =>
  (await db('crypto_payments').where({ provider_payment_id: providerPaymentId }).first()) ?? null;

/** Whatever changes a payment holds its row. */
export const lockPayment = async (db: TenantDb, id: string): Promise<CryptoPaymentRow | null> =>
  (await db('crypto_payments').where({ id }).forUpdate().first()) ?? null;

export async function updatePayment(
  db: TenantDb,
  id: string,
  { notices, missing, ...change }: Partial<CryptoPaymentRow>,
): Promise<CryptoPaymentRow> {
  const [row] = await db('crypto_payments')
    .where({ id })
    .update({
      ...change,
      ...(notices && { notices: toJson(notices) }),
      ...(missing !== undefined && { missing: missing && toJson(missing) }),
    })
    .returning('*');
  return row!;
}

/** Coins are awaited or under way. */
const openStates = ['waiting', 'processing', 'underpayment'] as const;

/** With those whose coins were taken and wait for a rate; what is worth a minor unit at most waits for nothing. */
export const listOpenPayments = (db: TenantDb, userId: string): Promise<CryptoPaymentRow[]> =>
  db('crypto_payments')
    .where({ user_id: userId })
    .where((open) =>
      open
        .whereIn('state', [...openStates])
        .orWhere((late) =>
          late
            .where({ state: 'confirmed', credited_minor: 0 })
            .where((worth) => worth.whereNull('provider_minor').orWhere('provider_minor', '>', 1)),
        ),
    )
    .orderBy('quoted_at', 'desc')
    .limit(10);

/** The coin that a fan chose last, within another feature's statement; null for none. */
export const lastUsedCurrency = (userId: string): Sql<string | null> => sql<string | null>`(
  select crypto_currency from ${table('crypto_payments')} where user_id = ${userId} and address is not null
  order by quoted_at desc limit 1)`;

/** Payments whose look is overdue: their job is gone. */
export const listOverdue = (db: TenantDb, before: Date, limit: number): Promise<Array<{ id: string }>> =>
  sql<{ id: string }>`
    select id from ${table('crypto_payments')} where next_look_at < ${before} order by next_look_at limit ${limit}`.all(
    db,
  );
