import type { Harness } from '../simulate/open-harness.ts';

export interface BookedPeriod {
  readonly userId: string;
  /** The charge that paid for it, as its provider's books name it; null for none. */
  readonly reference: string | null;
  readonly startsAt: Date;
  readonly endsAt: Date | null;
}

export interface BookedCharge {
  readonly reference: string;
  readonly userId: string;
  readonly receipts: number;
  /** Minor units by the books, before and after what went back. */
  readonly cameMinor: number;
  readonly wentMinor: number;
}

export interface BookedSeries {
  readonly userId: string;
  readonly provider: string;
  /** The provider's name of a series that it renews by itself. */
  readonly ref: string | null;
  readonly state: 'billing' | 'ending' | 'ended';
}

/** What the product wrote down about members, by person. */
export interface MoveBooks {
  readonly periods: ReadonlyMap<string, readonly BookedPeriod[]>;
  readonly charges: ReadonlyMap<string, readonly BookedCharge[]>;
  readonly series: ReadonlyMap<string, readonly BookedSeries[]>;
  readonly unbalanced: readonly string[];
  readonly openAttempts: readonly string[];
}

/** Read by statements of its own, each of them once over everything. */
export async function readBooks({ owner, schemas, form }: Harness): Promise<MoveBooks> {
  const s = schemas[form.site];
  const ask = async <R extends object>(text: string): Promise<R[]> => (await owner.query<R>(text)).rows;
  const reference = `case when a.provider = 'ccbill' then a.provider_ref else a.id::text end as reference`;
  const periods = await ask<BookedPeriod>(`
    select m.user_id::text as "userId", ${reference}, p.starts_at as "startsAt", p.ends_at as "endsAt"
    from ${s}.subscription_periods p join ${s}.subscriptions m on m.id = p.subscription_id
      left join ${s}.ledger_transactions t on t.id = p.transaction_id and t.cause_type = 'attempt'
      left join ${s}.payment_attempts a on a.id = t.cause_id
    where p.cut_at is null order by m.user_id, p.starts_at`);
  const charges = await ask<BookedCharge>(`
    with cleared as (
      select t.id, t.cause_type, t.cause_id, t.reverses_id, t.user_id, sum(e.amount_minor) as minor
      from ${s}.ledger_transactions t join ${s}.ledger_entries e on e.transaction_id = t.id
        join ${s}.ledger_accounts c on c.id = e.account_id and c.kind = 'provider_clearing'
      where t.cause_type in ('attempt', 'reversal') group by t.id),
    went as (select reverses_id, -sum(minor) as minor from cleared where cause_type = 'reversal' group by reverses_id)
    select ${reference}, b.user_id::text as "userId", b.receipts, b.came::int as "cameMinor", b.went::int as "wentMinor"
    from (select c.cause_id, c.user_id, count(*)::int as receipts, sum(c.minor) as came, coalesce(sum(w.minor), 0) as went
      from cleared c left join went w on w.reverses_id = c.id where c.cause_type = 'attempt' group by c.cause_id, c.user_id) b
      join ${s}.payment_attempts a on a.id = b.cause_id`);
  const series = await ask<BookedSeries>(`
    select m.user_id::text as "userId", c.provider, x.provider_ref as ref, x.state
    from ${s}.subscription_series x join ${s}.subscriptions m on m.id = x.subscription_id
      join ${s}.provider_accounts c on c.id = x.account_id`);
  const unbalanced = await ask<{ id: string }>(`
    select transaction_id::text as id from ${s}.ledger_entries group by transaction_id, currency having sum(amount_minor) <> 0`);
  const open = await ask<{ id: string }>(`
    select id::text from ${s}.payment_attempts where state in ('started', 'action', 'pending', 'unknown')`);
  const byPerson = <T extends { readonly userId: string }>(rows: readonly T[]): ReadonlyMap<string, readonly T[]> =>
    Map.groupBy(rows, ({ userId }) => userId);
  return {
    periods: byPerson(periods),
    charges: byPerson(charges),
    series: byPerson(series),
    unbalanced: unbalanced.map(({ id }) => id),
    openAttempts: open.map(({ id }) => id),
  };
}
