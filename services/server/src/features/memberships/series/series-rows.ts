import type { TableOf, TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import { v7 } from 'uuid';
import { later } from '../../../jobs/later.ts';
import type { SubscriptionRow } from '../subscription-rows.ts';

export interface SeriesRow {
  id: string;
  subscription_id: string;
  /** Null where nothing is charged. */
  account_id: string | null;
  /** The provider's id of a series that it drives by itself; null where we drive it. */
  provider_ref: string | null;
  instrument_id: string | null;
  /** `ending`: the provider was asked to stop and has not said yes yet. */
  state: 'billing' | 'ending' | 'ended';
  next_at: Date | null;
  started_at: Date;
  ending_since: Date | null;
  end_tries: number;
  end_refusal: string | null;
  alarmed_at: Date | null;
  ended_at: Date | null;
  /** Of one that staff ended at the provider's. */
  settled_by: string | null;
  evidence: string | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    subscription_series: TableOf<SeriesRow>;
  }
}

/** Who charges a membership that begins. */
export interface NewSeries {
  readonly accountId: string | null;
  readonly providerRef: string | null;
  readonly instrumentId: string | null;
}

const isRenewing = (row: SubscriptionRow): boolean =>
  row.cancelled_at === null && row.ended_at === null && !row.is_complimentary && row.ends_at !== null;

export const findBillingSeries = async (db: TenantDb, subscriptionId: string): Promise<SeriesRow | null> =>
  (await db('subscription_series').where({ subscription_id: subscriptionId, state: 'billing' }).first()) ?? null;

/** The last series of a membership, whatever became of it. */
export const findLastSeries = async (db: TenantDb, subscriptionId: string): Promise<SeriesRow | null> =>
  (await db('subscription_series')
    .where({ subscription_id: subscriptionId })
    .orderBy([
      { column: 'started_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .first()) ?? null;

/** Whether the renewals of a person's membership are charges of ours, and not a provider's by itself. */
export const isRenewedByUs = async (db: TenantDb, userId: string): Promise<boolean> =>
  (await sql<{ id: string }>`
    select x.id from ${table('subscription_series')} x join ${table('subscriptions')} s on s.id = x.subscription_id
    where s.user_id = ${userId} and x.provider_ref is null and not exists (
      select 1 from ${table('subscription_series')} y
      where y.subscription_id = x.subscription_id and (y.started_at, y.id) > (x.started_at, x.id))`.first(db)) !== null;

/** Memberships that a provider charges by itself: our renewal job leaves them alone. */
export const drivenByProvider = (subscription: Sql): Sql => sql`exists (
  select 1 from ${table('subscription_series')} x where x.subscription_id = ${subscription} and x.state = 'billing' and x.provider_ref is not null)`;

/**
 * Lets the series follow what became of a membership, in the transaction that changed it: one that renews has a series
 * that charges, any other has none. `begins`: a new one takes the place of whatever charged before.
 */
export async function keepSeries(
  db: TenantDb,
  row: SubscriptionRow,
  now: Date,
  begins: NewSeries | null,
): Promise<string | null> {
  const billing = await findBillingSeries(db, row.id);
  if (billing !== null && isRenewing(row) && begins === null) {
    if (billing.next_at?.getTime() !== row.next_billing_at?.getTime())
      await db('subscription_series').where({ id: billing.id }).update({ next_at: row.next_billing_at });
    return billing.id;
  }
  if (billing !== null) await endSeries(db, billing, now);
  if (!isRenewing(row)) return billing?.id ?? null;
  const series = begins ?? {
    accountId: row.account_id,
    providerRef: null,
    instrumentId: billing?.instrument_id ?? null,
  };
  const id = v7();
  await db('subscription_series').insert({
    id,
    subscription_id: row.id,
    account_id: series.accountId,
    provider_ref: series.providerRef,
    instrument_id: series.instrumentId,
    state: 'billing',
    next_at: row.next_billing_at,
    started_at: now,
  });
  return id;
}

/** Ours end by not being charged any more; a provider has to confirm (`endSeriesJob`). */
async function endSeries(db: TenantDb, { id, provider_ref: providerRef }: SeriesRow, now: Date): Promise<void> {
  if (providerRef === null)
    return void (await db('subscription_series')
      .where({ id })
      .update({ state: 'ended', ended_at: now, next_at: null }));
  await db('subscription_series').where({ id }).update({ state: 'ending', ending_since: now, next_at: null });
  await later(db, 'end-series', { seriesId: id }, { jobKey: `end-series:${id}` });
}
