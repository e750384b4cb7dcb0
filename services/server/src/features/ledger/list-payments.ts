import type { TenantDb } from '@backlot/database';

export type PaymentKind = 'membership' | 'renewal' | 'post' | 'refund' | 'chargeback';
export type PaymentState = 'succeeded' | 'pending' | 'declined';

/** A line of the list of payments: a purchase, or money that went back. */
export interface PaymentLine {
  readonly id: string;
  readonly kind: PaymentKind;
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
  readonly declineCode: string | null;
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
  /** Also payments of these people: a builder that selects their ids, or the ids. With `reference`: either matches. */
  readonly users?: { readonly sql: string; readonly bindings: readonly unknown[] };
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
  /** Of what succeeded among all lines that the filters show; money that went back is taken off. */
  readonly sumMinor: number;
}

/** Payments, newest first unless told otherwise, with the number and the sum of all that the filters show. */
export async function listPayments(db: TenantDb, filters: PaymentFilters): Promise<PaymentPage> {
  const lines = linesSql(db);
  const where = conditions(db, filters);
  const from = `from (${lines.sql}) p ${where.sql}`;
  const bindings = [...lines.bindings, ...where.bindings];
  const { rows: [sums] } = await raw<{ totalRows: number; sumMinor: number }>(db,
    `select count(*)::int as "totalRows", coalesce(sum(p.amount_minor) filter (where p.state = 'succeeded'), 0)::bigint as "sumMinor" ${from}`, bindings);
  const direction = filters.direction === 'asc' ? 'asc' : 'desc';
  const order = filters.sort === 'amount' ? `abs(p.amount_minor) ${direction}, p.at desc, p.id desc` : `p.at ${direction}, p.id ${direction}`;
  const isKeyset = filters.after !== undefined && filters.sort !== 'amount' && direction === 'desc';
  // A purchase's newest attempt is looked for on the page's lines alone.
  const { rows } = await raw<PaymentLine>(db,
    `select p.id, p.kind, p.state, p.at, p.user_id as "userId", p.content_id as "contentId", p.title, p.amount_minor as "amountMinor",
       p.currency, a.provider_ref as reference, case when p.attempt_id is null then a.decline_code end as "declineCode",
       case when c.id is not null then jsonb_build_object('brand', c.brand, 'last4', c.last4) end as card
     from (select * ${from} ${isKeyset ? `${where.sql === '' ? 'where' : 'and'} (p.at, p.id) < (?, ?)` : ''} order by ${order} limit ? offset ?) p
     left join lateral (
       select * from ?? t where t.intent_id = p.intent_id and (p.attempt_id is null or t.id = p.attempt_id) order by t.started_at desc limit 1
     ) a on true
     left join ?? c on c.id = a.instrument_id order by ${order}`,
    [
      ...bindings, ...(isKeyset ? [filters.after?.at, filters.after?.id] : []), filters.limit, isKeyset ? 0 : filters.offset ?? 0,
      db.table('payment_attempts'), db.table('payment_instruments'),
    ]);
  return { lines: rows, totalRows: sums?.totalRows ?? 0, sumMinor: sums?.sumMinor ?? 0 };
}

const raw = <R>(db: TenantDb, sql: string, bindings: readonly unknown[]): Promise<{ rows: R[] }> =>
  db.raw(sql, bindings as never) as unknown as Promise<{ rows: R[] }>;

/** Purchases, and what went back of them. Money that bought nothing was taken all the same. */
function linesSql(db: TenantDb): { sql: string; bindings: string[] } {
  return {
    sql: `
      select i.id, i.kind, case when i.state = 'open' then 'pending' when i.state = 'succeeded' or i.unapplied_reason is not null then 'succeeded' else 'declined' end as state,
        i.created_at as at, i.user_id, i.content_id, i.quote ->> 'title' as title, i.amount_minor, i.currency, i.id as intent_id, null::uuid as attempt_id
      from ?? i
      union all
      select r.id, r.kind, 'succeeded', r.settled_at, i.user_id, i.content_id, i.quote ->> 'title', -r.amount_minor, r.currency, i.id, r.attempt_id
      from ?? r join ?? a on a.id = r.attempt_id join ?? i on i.id = a.intent_id where r.state = 'succeeded'`,
    bindings: [db.table('payment_intents'), db.table('payment_reversals'), db.table('payment_attempts'), db.table('payment_intents')],
  };
}

function conditions(db: TenantDb, filters: PaymentFilters): { sql: string; bindings: unknown[] } {
  const parts: Array<readonly [string, ...unknown[]]> = [];
  if (filters.kind) parts.push(['p.kind = ?', filters.kind]);
  if (filters.state) parts.push(['p.state = ?', filters.state]);
  if (filters.from) parts.push(['p.at >= ?', filters.from]);
  if (filters.to) parts.push(['p.at < ?', filters.to]);
  if (filters.userId) parts.push(['p.user_id = ?', filters.userId]);
  const matches: Array<readonly [string, ...unknown[]]> = [];
  if (filters.reference) {
    matches.push([
      'p.intent_id in (select t.intent_id from ?? t where t.provider_ref = ?) or p.id::text = ?',
      db.table('payment_attempts'), filters.reference, filters.reference,
    ]);
  }
  if (filters.users) matches.push([`p.user_id in (${filters.users.sql})`, ...filters.users.bindings]);
  if (matches.length > 0) parts.push([`(${matches.map(([sql]) => sql).join(' or ')})`, ...matches.flatMap(([, ...bindings]) => bindings)]);
  return {
    sql: parts.length === 0 ? '' : `where ${parts.map(([sql]) => sql).join(' and ')}`,
    bindings: parts.flatMap(([, ...bindings]) => bindings),
  };
}
