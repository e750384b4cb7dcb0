import type { LineState, ReportLineView } from '@backlot/contracts/reconciliation';
import type { TenantDb } from '@backlot/database';
import { sql } from '@backlot/database/sql';
import { toWire } from '@backlot/domain/money/money';
import { findPeople } from '../../accounts/index.ts';
import type { ReportLineRow } from '../../checkout/index.ts';
import { withCoins } from './coin-lines.ts';

export interface LinesAsked {
  readonly from: Date;
  readonly to: Date;
  /** Of all accounts where it is null. */
  readonly accountId: string | null;
  readonly state: LineState | null;
  readonly order: 'differing-first' | 'newest-first';
}

/** A line with the payment that it is matched to. */
type LineRow = Pick<
  ReportLineRow,
  | 'id'
  | 'source'
  | 'type'
  | 'provider_ref'
  | 'amount_minor'
  | 'currency'
  | 'occurred_at'
  | 'ours_minor'
  | 'ours_currency'
  | 'state'
  | 'difference'
  | 'explained_at'
  | 'explained_by'
  | 'note'
> & {
  readonly intent_id: string | null;
  readonly user_id: string | null;
  readonly provider: string;
  readonly total: number;
};

export type ListedLine = ReportLineView & { readonly provider: string };

/** Lines of a time, with whose payment each is, and how many there are. */
export async function listLines(
  db: TenantDb,
  { from, to, accountId, state, order }: LinesAsked,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly lines: readonly ListedLine[]; readonly totalRows: number }> {
  const differing = sql`(l.state = 'differs') desc, (l.state = 'explained') desc, (l.state = 'waiting') desc,`;
  const rows = await withCoins((all) =>
    sql<LineRow>`
    select l.*, count(*) over ()::int as total
    from (${all}) l
    where l.occurred_at >= ${from} and l.occurred_at < ${to}
      and (${accountId}::uuid is null or l.account_id = ${accountId}) and (${state}::text is null or l.state = ${state})
    order by ${order === 'differing-first' ? differing : sql``} l.occurred_at desc, l.id desc
    limit ${limit} offset ${offset}`.all(db),
  );
  const ids = rows.flatMap(({ user_id: buyer, explained_by: by }) => [buyer, by].filter((id) => id !== null));
  const people = await findPeople(db, [...new Set(ids)]);
  return { lines: rows.map((row) => presentLine(row, people)), totalRows: rows[0]?.total ?? 0 };
}

function presentLine(row: LineRow, people: ReadonlyMap<string, { name: string; email: string }>): ListedLine {
  const buyer = row.user_id === null ? undefined : people.get(row.user_id);
  const by = row.explained_by === null ? undefined : people.get(row.explained_by);
  return {
    _id: row.id,
    date: row.occurred_at.toISOString(),
    kind: row.type,
    state: row.state,
    difference: row.difference,
    transactionId: row.provider_ref,
    theirs:
      row.source === 'books' || row.amount_minor === null
        ? null
        : { amount: toWire(row.amount_minor), currency: row.currency },
    ours:
      row.intent_id === null || row.user_id === null || row.ours_minor === null
        ? null
        : {
            _id: row.intent_id,
            amount: toWire(row.ours_minor),
            currency: row.ours_currency ?? '',
            user: { _id: row.user_id, name: buyer?.name ?? '', email: buyer?.email ?? '' },
          },
    explained:
      row.explained_at === null || row.explained_by === null
        ? null
        : {
            note: row.note ?? '',
            by: { _id: row.explained_by, name: by?.name || by?.email || '' },
            date: row.explained_at.toISOString(),
          },
    provider: row.provider,
  };
}
