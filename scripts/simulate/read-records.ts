import type { SiteName } from '@backlot/server/testing/world';
import type { Harness } from './open-harness.ts';

/** Of a payment that a provider, or the wallet, made: what the books say came and went. */
export interface BookedPayment {
  /** The charge, as its provider's books name it. */
  readonly reference: string;
  readonly provider: string;
  readonly userId: string;
  readonly transactionId: string;
  readonly receipts: number;
  /** What moved it within the books: one that staff accepted for what was bought. */
  readonly moves: number;
  readonly cameMinor: number;
  readonly wentMinor: number;
  readonly bookedAt: Date;
}

export interface Period {
  readonly userId: string;
  readonly transactionId: string | null;
  readonly startsAt: Date;
  readonly endsAt: Date | null;
  readonly isCut: boolean;
}

export interface OpenItem {
  readonly _id: string;
  readonly kind: string;
  /** What a webhook tells of. */
  readonly event: string | null;
  readonly reason: string | null;
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
  /** The provider's own names of charges, by how its books and ours both name them. */
  readonly refs: ReadonlyMap<string, string>;
  readonly items: readonly OpenItem[];
  /** Charges, by the provider's own name, that its report lists and staff are shown as being in no books. */
  readonly inNoBooks: ReadonlySet<string>;
  /** Series that their provider is believed to charge. */
  readonly billingSeries: ReadonlySet<string>;
}

/** CCBill is not told our name of a charge that it makes by itself. */
const referenceOf = (attempt: string): string =>
  `case when ${attempt}.provider = 'ccbill' then ${attempt}.provider_ref else ${attempt}.id::text end as reference`;

export async function readRecords(harness: Harness, site: SiteName): Promise<Records> {
  const s = harness.schemas[site];
  const ask = async <R extends object>(text: string): Promise<R[]> => (await harness.owner.query<R>(text)).rows;
  const payments = await ask<BookedPayment>(`
    with booked as (
      select t.id, t.kind, t.at, t.cause_type, t.cause_id, t.reverses_id, t.user_id,
        coalesce(sum(e.amount_minor) filter (where a.kind = 'provider_clearing'), 0) as cleared
      from ${s}.ledger_transactions t join ${s}.ledger_entries e on e.transaction_id = t.id
        join ${s}.ledger_accounts a on a.id = e.account_id group by t.id)
    select ${referenceOf('p')}, p.provider, min(b.user_id::text) as "userId", count(*) filter (where b.cleared <> 0)::int as receipts,
      count(*) filter (where b.cleared = 0)::int as moves,
      (array_agg(b.id::text order by b.kind))[1] as "transactionId", sum(b.cleared)::int as "cameMinor", min(b.at) as "bookedAt",
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
  const attempts = await ask<{ id: string; reference: string | null; ref: string | null; isOpen: boolean }>(`
    select id::text, ${referenceOf('a')}, provider_ref as ref, state in ('started', 'action', 'pending', 'unknown') as "isOpen"
    from ${s}.payment_attempts a`);
  const listed = await ask<{ ref: string }>(`
    select provider_ref as ref from ${s}.report_lines
    where source = 'report' and state = 'differs' and difference = 'not_in_books' and type in ('sale', 'renewal')`);
  const series = await ask<{ ref: string }>(`
    select provider_ref as ref from ${s}.subscription_series where state = 'billing' and provider_ref is not null`);
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
    refs: new Map(
      attempts.flatMap(({ reference, ref }) => (reference === null || ref === null ? [] : [[reference, ref] as const])),
    ),
    inNoBooks: new Set(listed.map(({ ref }) => ref)),
    billingSeries: new Set(series.map(({ ref }) => ref)),
    items: await readItems(harness, site),
  };
}

/** As staff see them. */
export async function readItems(harness: Harness, site: SiteName): Promise<OpenItem[]> {
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

/** In minor units: what the books say is left of a charge, without what went back and does not fit it. 0 for what is not booked. */
export function leftInBooks({ payments, items, refs }: Records, reference: string): number {
  const payment = payments.find((one) => one.reference === reference);
  if (payment === undefined) return 0;
  return payment.cameMinor - payment.wentMinor - shownOf(items, refs.get(reference) ?? reference, ['reversal_held']);
}
