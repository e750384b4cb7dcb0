import type { Answer, QueryOf } from '@backlot/contracts';
import type { CancellationView, cancellationReport } from '@backlot/contracts/cancellations';
import type { TenantDb } from '@backlot/database';
import { adminListLimit } from '@backlot/domain/limits';
import type { Settings } from '@backlot/domain/settings';
import type { AppContext } from '../../context.ts';
import { paginationOf } from '../../pagination.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { findPeople } from '../accounts/index.ts';
import {
  countReasons,
  listCancellations,
  type CancellationFilters,
  type CancellationLine,
} from './cancellation-rows.ts';
import { instantOf } from './day-bounds.ts';
import { peopleFound } from './fan-rows.ts';

type Query = QueryOf<typeof cancellationReport>;

/** Who cancelled and why, and how often each reason was given. @throws `invalid-request` for dates that are none */
export async function reportCancellations(
  ctx: AppContext,
  tenant: Tenant,
  query: Query,
): Promise<Answer<typeof cancellationReport>['data']> {
  const settings = await ctx.settings.of(tenant);
  const filters = filtersOf(query, settings);
  const page = query.page_num ?? 1;
  const limit = adminListLimit;
  return ctx.database.tenants.read(tenant, async (db) => {
    const { rows, totalRows } = await cancellationsOf(db, filters, { limit, offset: (page - 1) * limit });
    const reasons = await countReasons(db, filters);
    const total = reasons.reduce((sum, { count }) => sum + count, 0);
    return {
      cancellations: rows,
      paginationData: paginationOf(page, totalRows, limit),
      reasons: reasons.map(({ reason, count }) => ({ reason, count, share: count / total })),
      total,
      undone: reasons.reduce((sum, { undone }) => sum + undone, 0),
    };
  });
}

/** The rows of an export. @throws `invalid-request` */
export const exportCancellations = async (
  db: TenantDb,
  query: Omit<Query, 'page_num'>,
  settings: Settings,
  slice: { readonly limit: number; readonly offset: number },
): Promise<readonly CancellationView[]> => (await cancellationsOf(db, filtersOf(query, settings), slice)).rows;

function filtersOf(query: Omit<Query, 'page_num'>, { timezone }: Settings): CancellationFilters {
  const search = (query.search ?? '').trim();
  return {
    from: query.from ? instantOf(query.from, timezone, 'from') : null,
    to: query.to ? instantOf(query.to, timezone, 'to') : null,
    reason: query.reason?.trim() || null,
    people: search === '' ? null : peopleFound(search),
    direction: query.direction ?? 'desc',
  };
}

async function cancellationsOf(
  db: TenantDb,
  filters: CancellationFilters,
  slice: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: CancellationView[]; readonly totalRows: number }> {
  const { lines, totalRows } = await listCancellations(db, filters, slice);
  const people = await findPeople(db, [...new Set(lines.map(({ userId }) => userId))]);
  return { rows: lines.map((line) => presentCancellation(line, people.get(line.userId))), totalRows };
}

const presentCancellation = (
  line: CancellationLine,
  person: { readonly name: string; readonly email: string } | undefined,
): CancellationView => ({
  _id: line.id,
  user: { _id: line.userId, name: person?.name ?? '', email: person?.email ?? '' },
  date: line.at.toISOString(),
  reason: line.reason,
  other_reason: line.other,
  is_complimentary: line.isComplimentary,
  undone_at: line.undoneAt?.toISOString() ?? null,
});
