import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import type { Dispute } from '@backlot/contracts/disputes';
import { cardOfCharge } from '../../checkout/index.ts';
import type { Opening } from '../../../joints/openings.ts';

/** Money that went back, the payment that it is of, and its card. */
export interface DisputeLine {
  readonly id: string;
  readonly state: Dispute['state'];
  readonly returnedAs: ReturnKind;
  readonly at: Date;
  readonly amountMinor: number;
  readonly currency: string;
  readonly feeMinor: number;
  readonly intentId: string;
  readonly paidAt: Date;
  readonly sold: string;
  readonly userId: string;
  readonly contentId: string | null;
  readonly title: string | null;
  readonly reference: string | null;
  /** Null while it is not won. Instants as ISO texts. */
  readonly won: {
    readonly at: string;
    readonly minor: number;
    readonly feeMinor: number;
    readonly by: string | null;
    readonly evidence: string | null;
  } | null;
  readonly card: { readonly brand: string; readonly last4: string } | null;
  readonly account: { readonly provider: string; readonly currency: string; readonly state: string };
}

/** How money went back. */
export type ReturnKind = NonNullable<Dispute['returned_as']>;

export interface DisputeFilters {
  /** Null for every. */
  readonly kind: ReturnKind | null;
  /** A provider's reference, whole. */
  readonly reference: string | null;
  /** Also of these people: a query that selects their ids. */
  readonly people: Sql<{ id: string }> | null;
}

/** Not by its name: on the schema of the version before there is no such column. */
const wonAt = sql`to_jsonb(r) ->> 'won_at'`;
const isVoid = sql`coalesce((to_jsonb(r) ->> 'is_void')::boolean, false)`;
const ofKind = {
  chargeback: sql`r.kind = 'chargeback'`,
  refund: sql`r.kind = 'refund' and not ${isVoid}`,
  void: sql`r.kind = 'refund' and ${isVoid}`,
} as const;

/** Newest first, and how many there are. */
export async function listDisputeLines(
  db: TenantDb,
  { kind, reference, people }: DisputeFilters,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly lines: readonly DisputeLine[]; readonly totalRows: number }> {
  const found = [
    ...(reference === null ? [] : [sql`t.provider_ref = ${reference}`]),
    ...(people === null ? [] : [sql`i.user_id in (${people})`]),
  ];
  const from = sql`from ${table('payment_reversals')} r join ${table('payment_attempts')} t on t.id = r.attempt_id
    join ${table('payment_intents')} i on i.id = t.intent_id left join ${table('payment_instruments')} c on c.id = t.instrument_id
    where ${kind === null ? sql`true` : ofKind[kind]} and ${found.length === 0 ? sql`true` : sql`(${sql.join(found, sql` or `)})`}`;
  const { total } = await sql<{ total: number }>`select count(*)::int as total ${from}`.one(db);
  const lines = await sql<DisputeLine>`
    select x.*,
      jsonb_build_object('provider', p.provider, 'currency', p.currency, 'state', p.state) as account
    from (
      select r.id, case when r.kind = 'chargeback' then 'chargeback' when ${isVoid} then 'void' else 'refund' end as "returnedAs",
        case when r.state = 'held' then 'held' when r.state = 'dropped' then 'noted'
          when r.kind = 'refund' and r.state <> 'succeeded' then 'open' when ${wonAt} is not null then 'won' else 'booked' end as state, r.created_at as at,
        case when r.kind = 'refund' then r.amount_minor - r.taken_back_minor else r.amount_minor end as "amountMinor", r.currency, r.fee_minor as "feeMinor", i.id as "intentId", i.created_at as "paidAt",
        i.kind as sold, i.user_id as "userId", i.content_id as "contentId", i.quote ->> 'title' as title, t.provider_ref as reference,
        t.account_id, ${cardOfCharge(sql`t`, sql`c`)} as card,
        case when ${wonAt} is not null then jsonb_build_object('at', ${wonAt}, 'minor', r.taken_back_minor,
          'feeMinor', to_jsonb(r) -> 'won_fee_minor', 'by', to_jsonb(r) -> 'won_by', 'evidence', to_jsonb(r) -> 'won_evidence') end as won
      ${from} order by r.created_at desc, r.id desc limit ${limit} offset ${offset}
    ) x join ${table('provider_accounts')} p on p.id = x.account_id
    order by x.at desc, x.id desc`.all(db);
  return { lines, totalRows: total };
}

export interface OpeningLine extends Pick<Opening, 'opened_by' | 'opened_at'> {
  readonly reversalId: string;
}

/** Who opened the evidence of these: of each the newest 20. */
export const listEvidenceOpenings = (db: TenantDb, reversalIds: readonly string[]): Promise<OpeningLine[]> =>
  sql<OpeningLine>`
    select o.reversal_id as "reversalId", o.opened_by, o.opened_at
    from unnest(${reversalIds}::uuid[]) as d (id) cross join lateral (
      select * from ${table('dispute_evidence_openings')} e where e.reversal_id = d.id order by e.opened_at desc limit 20
    ) o order by o.opened_at desc`.all(db);
