import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { schemeOfCharge, withSchemes } from '../../checkout/index.ts';
import { walletProvider } from '../../ledger/index.ts';

/** A payment by card that a provider knows by this reference; the newest, where several accounts know one. */
export const findReportedPayment = (db: TenantDb, reference: string): Promise<{ id: string; settledAt: Date } | null> =>
  sql<{ id: string; settledAt: Date }>`
    select id, settled_at as "settledAt" from ${table('payment_attempts')}
    where provider_ref = ${reference} and state = 'succeeded' and taken_minor > 0 and provider <> ${walletProvider}
    order by settled_at desc limit 1`.first(db);

export interface FraudReportLine {
  readonly id: string;
  readonly reportedAt: Date;
  readonly note: string;
  readonly notedBy: string;
  readonly notedAt: Date;
  readonly intentId: string;
  readonly reference: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly userId: string;
}

/** Those that count, the newest first; `after`: the last one of the page before. */
export const listFraudReportLines = (db: TenantDb, after: string | null, limit: number): Promise<FraudReportLine[]> =>
  sql<FraudReportLine>`
    select f.id, f.reported_at as "reportedAt", f.note, f.noted_by as "notedBy", f.noted_at as "notedAt", t.intent_id as "intentId",
      t.provider_ref as reference, t.taken_minor as "amountMinor", t.taken_currency as currency, i.user_id as "userId"
    from ${table('fraud_reports')} f join ${table('payment_attempts')} t on t.id = f.attempt_id
      join ${table('payment_intents')} i on i.id = t.intent_id
    where f.taken_back_at is null ${after === null ? sql.empty : sql`and f.id < ${after}`}
    order by f.id desc limit ${limit}`.all(db);

export interface FraudCounts {
  readonly accountId: string;
  readonly brand: string;
  readonly thisMonth: number;
  readonly recent: number;
}

/** By account and brand, along the index of their days; an empty brand where none was kept. */
export const listFraudCounts = (
  db: TenantDb,
  { thisMonth, recent }: { readonly thisMonth: Date; readonly recent: Date },
): Promise<FraudCounts[]> =>
  sql<FraudCounts>`
    select x.account_id as "accountId", x.brand,
      count(*) filter (where x.reported_at >= ${thisMonth})::int as "thisMonth",
      count(*) filter (where x.reported_at >= ${recent})::int as recent
    from ${withSchemes(sql`
      select t.account_id, ${schemeOfCharge(sql`c`)} as brand, f.reported_at
      from ${table('fraud_reports')} f join ${table('payment_attempts')} t on t.id = f.attempt_id
        left join ${table('payment_instruments')} c on c.id = t.instrument_id
      where f.taken_back_at is null and f.reported_at >= least(${thisMonth}::timestamptz, ${recent}::timestamptz)`)} x
    group by 1, 2`.all(db);
