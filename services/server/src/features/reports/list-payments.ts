import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import { withdrawnReason } from '@backlot/domain/memberships/withdrawal';
import { validate as isUuid } from 'uuid';
import { cardOfCharge, returnSums } from '../checkout/index.ts';
import { walletProvider } from '../ledger/index.ts';

/** A kind of the list: money that a fan put into the wallet. It is no sale: what is paid from the wallet is. */
export const topUpKind = 'top_up';
/** A kind of the list: a bank paid back what it had charged back. The chargeback's own line stays as it was. */
export const wonKind = 'chargeback_won';

/** What was bought (`Sellable.kind`), how money went back, `wonKind` or `topUpKind`. */
export type PaymentKind = string;
export type PaymentState = 'succeeded' | 'pending' | 'declined';

/** A line of the list of payments: a purchase, money that went back or came back of that, or money put into a wallet. */
export interface PaymentLine {
  readonly id: string;
  readonly kind: PaymentKind;
  /** The kind of what was bought, also where the money went back. */
  readonly sold: string;
  readonly state: PaymentState;
  readonly at: Date;
  readonly userId: string;
  readonly contentId: string | null;
  readonly title: string | null;
  /** What it was for; for money that went back negative. */
  readonly amountMinor: number;
  readonly currency: string;
  /** The provider's reference, as the statement and the provider's console have it. */
  readonly reference: string | null;
  readonly card: { readonly brand: string; readonly last4: string } | null;
  readonly paidWith: 'card' | 'wallet' | 'crypto' | null;
  /** Of a top-up: `0.001002 BTC`. */
  readonly coins: string | null;
  readonly declineCode: string | null;
  /** Of a purchase: what went back of it, of that by chargeback, what is asked for or owed, and what is left to give back. */
  readonly returnedMinor: number;
  readonly chargedBackMinor: number;
  readonly returningMinor: number;
  /** Of that, what no provider has taken so far: an open item. */
  readonly owedMinor: number;
  readonly leftMinor: number;
  /** Its buyer withdrew from the contract. */
  readonly isWithdrawn: boolean;
}

export interface PaymentFilters {
  readonly kind?: PaymentKind;
  readonly state?: PaymentState;
  readonly from?: Date;
  /** Up to and without it. */
  readonly to?: Date;
  readonly userId?: string;
  /** A provider's reference or an id of ours, whole. */
  readonly reference?: string;
  /** Also payments of these people: a query that selects their ids. With `reference`: either matches. */
  readonly users?: Sql<{ id: string }>;
  /** Purchases alone: what went back of one is told on its own line. */
  readonly isOfPurchases?: boolean;
  /** Queries that select ids of purchases (`payment_intents`), each answered from an index: those that are in every one. */
  readonly within?: readonly Sql<{ id: string }>[];
  readonly sort?: 'date' | 'amount';
  readonly direction?: 'asc' | 'desc';
  readonly limit: number;
  readonly offset?: number;
  /** The last line of the page before: goes on without counting through the earlier ones. Only when sorted by date, newest first. */
  readonly after?: { readonly at: Date; readonly id: string };
}

export interface PaymentPage {
  readonly lines: readonly PaymentLine[];
  readonly totalRows: number;
  /** Of what succeeded among all lines that the filters show; money that went back is taken off, and top-ups are left out. */
  readonly sums: Sums;
  /** What was put into wallets. */
  readonly topUps: Sums;
}

/** Minor units by currency: money of two currencies is never added up. */
export type Sums = ReadonlyMap<string, number>;

/** Payments, newest first unless told otherwise, with the number and the sums of all that the filters show. */
export async function listPayments(db: TenantDb, filters: PaymentFilters): Promise<PaymentPage> {
  const from = matching(filters);
  const counted = await sql<{ currency: string; rows: number; minor: number; topUpMinor: number }>`
    select p.currency, count(*)::int as rows,
      coalesce(sum(p.amount_minor) filter (where p.state = 'succeeded' and p.kind <> ${topUpKind}), 0)::bigint as minor,
      coalesce(sum(p.amount_minor) filter (where p.state = 'succeeded' and p.kind = ${topUpKind}), 0)::bigint as "topUpMinor"
    ${from} group by p.currency order by p.currency`.all(db);
  const way = filters.direction === 'asc' ? sql`asc` : sql`desc`;
  const order = sql`order by ${filters.sort === 'amount' ? sql`abs(p.amount_minor) ${way}, p.at desc, p.id desc` : sql`p.at ${way}, p.id ${way}`}`;
  const after = filters.sort !== 'amount' && filters.direction !== 'asc' ? filters.after : undefined;
  const page = after
    ? sql`${from} and (p.at, p.id) < (${after.at}, ${after.id}) ${order} limit ${filters.limit}`
    : sql`${from} ${order} limit ${filters.limit} offset ${filters.offset ?? 0}`;
  // The attempt that paid for a purchase, else its newest, is looked for on the page's lines alone.
  const rows = await sql<PaymentLine>`
    select p.id, p.kind, p.sold, p.state, p.at, p.user_id as "userId", p.content_id as "contentId", p.title, p.amount_minor as "amountMinor",
      p.currency, coalesce(a.provider_ref, p.provider_ref) as reference, p.coins, case when p.attempt_id is null then a.decline_code end as "declineCode",
      ${cardOfCharge(sql`a`, sql`c`)} as card,
      case when p.kind = ${topUpKind} then 'crypto' when a.provider = ${walletProvider} then 'wallet' when a.id is not null then 'card' end as "paidWith",
      b.returned as "returnedMinor", b.charged_back as "chargedBackMinor", b.returning as "returningMinor", b.owed as "owedMinor",
      case when p.attempt_id is null and p.state = 'succeeded' then b.taken - b.returned - b.returning else 0 end as "leftMinor",
      b.is_withdrawn as "isWithdrawn"
    from (select * ${page}) p
    left join lateral (
      select * from ${table('payment_attempts')} t where t.intent_id = p.intent_id and (p.attempt_id is null or t.id = p.attempt_id)
      order by t.state = 'succeeded' desc, t.started_at desc limit 1
    ) a on true
    cross join lateral (
      select coalesce(sum(t.taken_minor), 0)::bigint as taken, coalesce(sum(g.returned), 0)::bigint as returned,
        coalesce(sum(g.charged_back), 0)::bigint as charged_back, coalesce(sum(g.returning), 0)::bigint as returning, coalesce(sum(g.owed), 0)::bigint as owed,
        coalesce(bool_or(g.is_withdrawn), false) as is_withdrawn
      from ${table('payment_attempts')} t cross join lateral (
        select ${returnSums(sql`r`)}, bool_or(r.reason = ${withdrawnReason} and r.requested_by is null) as is_withdrawn
        from ${table('payment_reversals')} r where r.attempt_id = t.id
      ) g where p.attempt_id is null and t.intent_id = p.intent_id and t.state = 'succeeded'
    ) b
    left join ${table('payment_instruments')} c on c.id = a.instrument_id ${order}`.all(db);
  return {
    lines: rows,
    totalRows: counted.reduce((total, one) => total + one.rows, 0),
    sums: sumsOf(counted),
    topUps: sumsOf(counted.map(({ currency, topUpMinor }) => ({ currency, minor: topUpMinor }))),
  };
}

/** What went back of all purchases that the filters show. */
export async function sumReturned(db: TenantDb, filters: Omit<PaymentFilters, 'limit'>): Promise<Sums> {
  const found = await sql<{ currency: string; minor: number }>`
    select r.currency, sum(r.amount_minor - r.taken_back_minor)::bigint as minor
    from ${table('payment_reversals')} r join ${table('payment_attempts')} a on a.id = r.attempt_id
    where r.state = 'succeeded' and a.intent_id in (select p.intent_id ${matching({ ...filters, isOfPurchases: true })})
    group by r.currency order by r.currency`.all(db);
  return sumsOf(found);
}

const sumsOf = (found: readonly { readonly currency: string; readonly minor: number }[]): Sums =>
  new Map(found.map(({ currency, minor }) => [currency, minor]));

const matching = (filters: Omit<PaymentFilters, 'limit'>): Sql =>
  sql`from (${filters.isOfPurchases ? purchases : sql`${purchases} union all ${returns} union all ${wins} union all ${topUps}`}) p ${conditions(filters)}`;

/**
 * Money that bought nothing was taken all the same: all of it, as the books have it. On the day on which it was settled, as
 * they have it too; what is not settled on the day on which it was begun. Along `intents_by_settlement`.
 */
const purchases = sql`
  select i.id, i.kind, i.kind as sold, case when i.state in ('open', 'held') then 'pending' when i.state = 'succeeded' or i.unapplied_reason is not null then 'succeeded' else 'declined' end as state,
    coalesce(i.settled_at, i.created_at) as at, i.user_id, i.content_id, i.quote ->> 'title' as title, coalesce(i.taken_minor, u.taken_minor, i.amount_minor) as amount_minor, coalesce(i.taken_currency, u.taken_currency, i.currency) as currency, i.id as intent_id, null::uuid as attempt_id,
    null::text as provider_ref, null::text as coins
  from ${table('payment_intents')} i left join lateral (
    select sum(t.taken_minor)::bigint as taken_minor, max(t.taken_currency) as taken_currency from ${table('payment_attempts')} t
    where i.unapplied_reason is not null and t.intent_id = i.id and t.state = 'succeeded'
  ) u on true`;

/** A void is a refund that no statement shows; on the schema of the version before nobody knows. What came back of a chargeback since has a line of its own (`wins`). */
const returns = sql`
  select r.id, case when (to_jsonb(r) ->> 'is_void')::boolean then 'void' else r.kind end, i.kind, 'succeeded', r.settled_at, i.user_id, i.content_id, i.quote ->> 'title',
    case when r.kind = 'chargeback' then -r.amount_minor else r.taken_back_minor - r.amount_minor end, r.currency, i.id, r.attempt_id, null, null
  from ${table('payment_reversals')} r join ${table('payment_attempts')} a on a.id = r.attempt_id
    join ${table('payment_intents')} i on i.id = a.intent_id where r.state = 'succeeded'`;

/** As the books have them; none on the schema of the version before, which knows of none. */
const wins = sql`
  select w.id, ${wonKind}, i.kind, 'succeeded', w.at, i.user_id, i.content_id, i.quote ->> 'title', r.taken_back_minor, r.currency, i.id, r.attempt_id, null, null
  from ${table('payment_reversals')} r
    join ${table('ledger_transactions')} w on w.cause_type = 'reversal' and w.cause_id = r.id and w.kind = 'chargeback_won'
    join ${table('payment_attempts')} a on a.id = r.attempt_id join ${table('payment_intents')} i on i.id = a.intent_id
  where r.kind = 'chargeback' and r.taken_back_minor > 0`;

/**
 * Coins as they were credited, each time; and those that are on their way or wait for a rate, while nothing of them is
 * credited and they are looked at. What is worth less than a minor unit never is.
 */
const topUps = sql`
  select c.id, ${topUpKind}, ${topUpKind}, 'succeeded', c.created_at, p.user_id, null, null, c.amount_minor, c.currency, p.id, null,
    p.provider_payment_id, trim_scale(c.to_coins - c.from_coins)::text || ' ' || p.crypto_currency
  from ${table('crypto_credits')} c join ${table('crypto_payments')} p on p.id = c.payment_id
  union all
  select p.id, ${topUpKind}, ${topUpKind}, 'pending', p.quoted_at, p.user_id, null, null, p.amount_minor, p.currency, p.id, null,
    p.provider_payment_id, trim_scale(p.asked_coins)::text || ' ' || p.crypto_currency
  from ${table('crypto_payments')} p where p.credited_minor = 0 and p.state in ('processing', 'underpayment', 'confirmed')
    and not (p.state = 'confirmed' and coalesce(p.provider_minor <= 1, false))
    and (p.state <> 'confirmed' or p.next_look_at is not null or to_jsonb(p) ->> 'next_return_look_at' is not null)`;

function conditions({
  kind,
  state,
  from,
  to,
  userId,
  reference,
  users,
  within = [],
}: Omit<PaymentFilters, 'limit'>): Sql {
  const matches = [
    ...(reference
      ? [
          sql`p.intent_id in (select t.intent_id from ${table('payment_attempts')} t where t.provider_ref = ${reference}) or p.id::text = ${reference}
            or p.intent_id in (select t.id from ${table('crypto_payments')} t where t.provider_payment_id = ${reference} ${isUuid(reference) ? sql`or t.id = ${reference}::uuid` : sql.empty})`,
        ]
      : []),
    ...(users ? [sql`p.user_id in (${users})`] : []),
  ];
  return sql`where ${sql.join(
    [
      sql`true`,
      ...(kind ? [sql`p.kind = ${kind}`] : []),
      ...(state ? [sql`p.state = ${state}`] : []),
      ...(from ? [sql`p.at >= ${from}`] : []),
      ...(to ? [sql`p.at < ${to}`] : []),
      ...(userId ? [sql`p.user_id = ${userId}`] : []),
      ...within.map((ids) => sql`p.intent_id in (${ids})`),
      ...(matches.length > 0 ? [sql`(${sql.join(matches, sql` or `)})`] : []),
    ],
    sql` and `,
  )}`;
}
