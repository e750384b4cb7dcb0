import { DomainError, type QueryOf } from '@backlot/contracts';
import type * as calls from '@backlot/contracts/reconciliation';
import { dayMs } from '@backlot/domain/formats/when';
import { adminListLimit } from '@backlot/domain/limits';
import { toWire } from '@backlot/domain/money/money';
import type { AppContext } from '../../../context.ts';
import { paginationOf } from '../../../pagination.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { presentAccount } from '../../checkout/index.ts';
import { instantOf } from '../day-bounds.ts';
import { listDays, listReadings, type DayRow, type ReadRow } from './day-rows.ts';
import { listLines } from './line-rows.ts';

/** Days that are shown where nobody asks for others, and the most that are added up at once. */
const [usualDays, mostDays] = [92, 400];

/** From the first instant up to the second. @throws `invalid-request` for days that are none, or too many */
export function spanOf(
  { from, to }: { readonly from?: string; readonly to?: string },
  timeZone: string,
  now: Date,
): { readonly from: Date; readonly to: Date } {
  const end = to === undefined ? new Date(now.getTime() + dayMs) : instantOf(to, timeZone, 'to');
  const start = from === undefined ? new Date(end.getTime() - usualDays * dayMs) : instantOf(from, timeZone, 'from');
  if (end.getTime() - start.getTime() > mostDays * dayMs)
    throw new DomainError('invalid-request', {}, { fields: [{ field: 'from', code: 'date' }] });
  return { from: start, to: end };
}

/** Accounts' days, and how far each account's report was read. */
export async function listReconciledDays(
  ctx: AppContext,
  tenant: Tenant,
  query: QueryOf<typeof calls.listReconciledDays>,
  now: Date,
) {
  const { timezone: timeZone, currency } = await ctx.settings.of(tenant);
  const page = query.page_num ?? 1;
  const limit = adminListLimit;
  const asked = { ...spanOf(query, timeZone, now), timeZone, state: query.state ?? null };
  return ctx.database.tenants.read(tenant, async (db) => {
    const days = await listDays(db, asked, { limit, offset: (page - 1) * limit });
    return {
      days: days.map(presentDay),
      paginationData: paginationOf(page, days[0]?.total ?? 0, limit),
      accounts: (await listReadings(db, { currency, now })).map(presentReading),
    };
  });
}

/** The lines of an account's day. */
export async function listReportLines(
  ctx: AppContext,
  tenant: Tenant,
  { account_id: accountId, day, page_num: page = 1 }: QueryOf<typeof calls.listReportLines>,
) {
  const { timezone: timeZone } = await ctx.settings.of(tenant);
  const limit = adminListLimit;
  const span = { from: instantOf(day, timeZone, 'from'), to: instantOf(day, timeZone, 'to') };
  const asked = { ...span, accountId, state: null, order: 'differing-first' } as const;
  const { lines, totalRows } = await ctx.database.tenants.read(tenant, (db) =>
    listLines(db, asked, { limit, offset: (page - 1) * limit }),
  );
  return {
    lines: lines.map(({ provider: _provider, ...line }) => line),
    paginationData: paginationOf(page, totalRows, limit),
  };
}

const accountOf = ({ provider, currency, accountState: state }: DayRow | ReadRow) =>
  presentAccount({ provider, currency, state });

const presentDay = (row: DayRow): calls.ReconciledDay => ({
  _id: `${row.accountId}_${row.day}`,
  account_id: row.accountId,
  account: accountOf(row),
  day: row.day,
  theirs: { count: row.theirCount, sum: toWire(row.theirMinor) },
  ours: { count: row.ourCount, sum: toWire(row.ourMinor) },
  difference: toWire(row.theirMinor - row.ourMinor),
  open: row.open,
  state: row.state,
});

const presentReading = (row: ReadRow): calls.ReadAccount => ({
  account_id: row.accountId,
  account: accountOf(row),
  read_until: row.readUntil?.toISOString() ?? null,
  outcome: row.outcome,
  code: row.code,
});
