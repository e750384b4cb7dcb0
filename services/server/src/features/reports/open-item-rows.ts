import type { OpenItemDecision, OpenItemKind } from '@backlot/contracts/open-items';
import type { TenantDb } from '@backlot/database';
import { isUndefinedTable } from '@backlot/database/is-undefined-table';
import { sql, type Sql } from '@backlot/database/sql';
import { openLines, openLinesBefore, settledLines } from './open-item-lines.ts';

export interface OpenLine {
  readonly id: string;
  readonly kind: OpenItemKind;
  readonly at: Date;
  readonly sold: string | null;
  readonly userId: string | null;
  readonly contentId: string | null;
  readonly title: string | null;
  readonly amountMinor: number | null;
  readonly currency: string | null;
  readonly expectedMinor: number | null;
  readonly expectedCurrency: string | null;
  readonly reference: string | null;
  readonly event: string | null;
  readonly reason: string | null;
  readonly withdraws: boolean;
  readonly settledAt: Date | null;
  readonly settledBy: string | null;
  readonly decision: OpenItemDecision | null;
  readonly evidence: string | null;
}

export interface OpenItemFilters {
  readonly isSettled: boolean;
  readonly kind: OpenItemKind | null;
  /** A provider's reference, whole. */
  readonly reference: string | null;
  /** Also of these people: a query that selects their ids. */
  readonly people: Sql<{ id: string }> | null;
}

interface Place {
  readonly limit: number;
  readonly offset: number;
}
interface Listed {
  readonly lines: readonly OpenLine[];
  readonly totalRows: number;
}

/** Open ones, the longest waiting first; settled ones, the newest first. Not within a transaction. */
export async function listOpenLines(db: TenantDb, filters: OpenItemFilters, place: Place): Promise<Listed> {
  if (filters.isSettled) return listFrom(db, settledLines, filters, place);
  try {
    return await listFrom(db, openLines, filters, place);
  } catch (error) {
    if (!isUndefinedTable(error)) throw error;
    return listFrom(db, openLinesBefore, filters, place);
  }
}

async function listFrom(db: TenantDb, all: Sql, filters: OpenItemFilters, { limit, offset }: Place): Promise<Listed> {
  const from = sql`from (${all}) o where ${conditions(filters)}`;
  const order = filters.isSettled ? sql`o."settledAt" desc, o.id desc` : sql`o.at, o.id`;
  const lines = await sql<OpenLine>`select * ${from} order by ${order} limit ${limit} offset ${offset}`.all(db);
  // The last page says how many there are; to plan a statement of so many parts takes longer than to run it.
  if (lines.length < limit && (lines.length > 0 || offset === 0)) return { lines, totalRows: offset + lines.length };
  const { total } = await sql<{ total: number }>`select count(*)::int as total ${from}`.one(db);
  return { lines, totalRows: total };
}

function conditions({ kind, reference, people }: OpenItemFilters): Sql {
  const found = [
    ...(reference === null ? [] : [sql`o.reference = ${reference}`]),
    ...(people === null ? [] : [sql`o."userId" in (${people})`]),
  ];
  const chosen = [
    sql`true`,
    ...(kind === null ? [] : [sql`o.kind = ${kind}`]),
    ...(found.length === 0 ? [] : [sql`(${sql.join(found, sql` or `)})`]),
  ];
  return sql.join(chosen, sql` and `);
}
