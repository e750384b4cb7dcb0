import type { SiteName } from '@backlot/server/testing/world';
import type { Harness } from './open-harness.ts';

/** Of a payment that a provider, or the wallet, made: what the books say came and went. */
export interface BookedPayment {
  readonly attempt: string;
  readonly provider: string;
  readonly userId: string;
  readonly transactionId: string;
  readonly receipts: number;
  readonly cameMinor: number;
  readonly wentMinor: number;
}

export interface Period {
  readonly userId: string;
  readonly transactionId: string | null;
  readonly startsAt: Date;
  readonly endsAt: Date | null;
  readonly isCut: boolean;
}

export interface OpenItem {
  readonly kind: string;
  readonly amount: number | null;
  readonly transactionId: string | null;
  readonly user: { readonly _id: string } | null;
}

/** What the product wrote down of one site, read without its help. */
export interface Records {
  readonly payments: readonly BookedPayment[];
  readonly unbalanced: readonly string[];
  readonly wallets: ReadonlyArray<{ userId: string; balance: number; owed: number; booked: number }>;
  readonly entitlements: ReadonlyArray<{ userId: string; contentId: string; transactionId: string }>;
  readonly periods: readonly Period[];
  readonly openAttempts: readonly string[];
  /** Attempts by the provider's own name of the charge. */
  readonly refs: ReadonlyMap<string, string>;
  readonly items: readonly OpenItem[];
}

export async function readRecords(harness: Harness, site: SiteName): Promise<Records> {
  const s = harness.schemas[site];
  const ask = async <R extends object>(text: string): Promise<R[]> => (await harness.owner.query<R>(text)).rows;
  const payments = await ask<BookedPayment>(`
    with booked as (
      select t.id, t.kind, t.cause_type, t.cause_id, t.reverses_id, t.user_id,
        coalesce(sum(e.amount_minor) filter (where a.kind = 'provider_clearing'), 0) as cleared
      from ${s}.ledger_transactions t join ${s}.ledger_entries e on e.transaction_id = t.id
        join ${s}.ledger_accounts a on a.id = e.account_id group by t.id)
    select p.id::text as attempt, p.provider, min(b.user_id::text) as "userId", count(*)::int as receipts,
      (array_agg(b.id::text order by b.kind))[1] as "transactionId", sum(b.cleared)::int as "cameMinor",
      (select coalesce(-sum(r.cleared), 0) - coalesce((select sum(x.fee_minor) from ${s}.payment_reversals x where x.attempt_id = p.id and x.state = 'succeeded'), 0)
       from booked r where r.cause_type = 'reversal' and r.reverses_id = any (array_agg(b.id)))::int as "wentMinor"
    from booked b join ${s}.payment_attempts p on p.id = b.cause_id
    where b.cause_type = 'attempt' group by p.id`);
  const unbalanced = await ask<{ id: string }>(`
    select transaction_id::text as id from ${s}.ledger_entries group by transaction_id, currency having sum(amount_minor) <> 0
    union all select t.id::text from ${s}.ledger_transactions t
      where t.entry_count <> (select count(*) from ${s}.ledger_entries e where e.transaction_id = t.id)`);
  const wallets = await ask<Records['wallets'][number]>(`
    select w.user_id::text as "userId", w.balance_minor::int as balance, w.owed_minor::int as owed,
      (select coalesce(-sum(e.amount_minor), 0) from ${s}.ledger_entries e join ${s}.ledger_accounts a on a.id = e.account_id
       where e.user_id = w.user_id and a.kind in ('fan_wallet', 'owed_by_fan'))::int as booked
    from ${s}.fan_wallets w`);
  const attempts = await ask<{ id: string; ref: string | null; isOpen: boolean }>(`
    select id::text, provider_ref as ref, state in ('started', 'action', 'pending', 'unknown') as "isOpen" from ${s}.payment_attempts`);
  return {
    payments,
    unbalanced: unbalanced.map(({ id }) => id),
    wallets,
    entitlements: await ask(`
      select user_id::text as "userId", content_id::text as "contentId", cause_transaction_id::text as "transactionId"
      from ${s}.entitlements where revoked_at is null`),
    periods: await ask(`
      select m.user_id::text as "userId", p.transaction_id::text as "transactionId", p.starts_at as "startsAt",
        p.ends_at as "endsAt", p.cut_at is not null as "isCut"
      from ${s}.subscription_periods p join ${s}.subscriptions m on m.id = p.subscription_id order by m.user_id, p.starts_at`),
    openAttempts: attempts.filter(({ isOpen }) => isOpen).map(({ id }) => id),
    refs: new Map(attempts.flatMap(({ id, ref }) => (ref === null ? [] : [[id, ref] as const]))),
    items: await readItems(harness, site),
  };
}

/** As staff see them. */
async function readItems(harness: Harness, site: SiteName): Promise<OpenItem[]> {
  const found: OpenItem[] = [];
  for (let page = 1; ; page += 1) {
    const { data } = await harness.call('GET /api/reports/open-items', {
      as: harness.world.people[site].admin,
      query: { page_num: String(page) },
    });
    found.push(...(data.items as OpenItem[]));
    if (page >= data.paginationData.totalPages) return found;
  }
}

/** In minor units, what staff are shown of a payment. */
export const shownOf = (items: readonly OpenItem[], reference: string, kinds: readonly string[]): number =>
  items
    .filter((item) => item.transactionId === reference && kinds.includes(item.kind))
    .reduce((sum, { amount }) => sum + Math.round((amount ?? 0) * 100), 0);
