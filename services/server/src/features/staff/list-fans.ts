import type { BodyOf } from '@backlot/contracts';
import type { FanRow, listFans as listFansCall } from '@backlot/contracts/staff';
import { seesEarnings } from '@backlot/domain/capabilities';
import { adminListLimit } from '@backlot/domain/limits';
import { toWire } from '@backlot/domain/money';
import type { Actor } from '../../actor.ts';
import { asPerson } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../tenant.ts';
import { spentTotalsOf, type SpentTotals } from '../ledger/index.ts';
import { membershipsOf, type Membership } from '../memberships/index.ts';
import { countFanRows, countFans, listFanRows, type FanFilters, type FanListRow } from './person-rows.ts';
import { requireReports } from './report-access.ts';

/** The list of subscribers: five statements, whatever the page. @throws `access-denied` */
export async function listFans(ctx: AppContext, tenant: Tenant, actor: Actor, input: BodyOf<typeof listFansCall>, { page, now }: { page: number; now: Date }) {
  const settings = await ctx.settings.of(tenant);
  requireReports(actor, settings);
  const { search = '', status = 'all', sort = 'date' } = input ?? {};
  const filters: FanFilters = {
    search, status, sort, direction: input?.direction ?? (sort === 'name' ? 'asc' : 'desc'), currency: settings.currency, now,
  };
  const limit = adminListLimit;
  const found = await ctx.database.tenants.read(tenant, async (db) => {
    const counts = await countFans(db, now);
    const totalRows = search.trim() === '' ? counts[status] : await countFanRows(db, filters);
    const rows = await listFanRows(db, filters, limit, (page - 1) * limit);
    const ids = rows.map(({ id }) => id);
    return { counts, totalRows, rows, memberships: await membershipsOf(db, ids, now), totals: await spentTotalsOf(db, ids, settings.currency) };
  });
  const isMoneyShown = seesEarnings(asPerson(actor, '0'), settings);
  return {
    users: found.rows.map((row) => presentFan(row, found.memberships.get(row.id), isMoneyShown ? found.totals.get(row.id) : undefined)),
    paginationData: { currentPage: page, totalPages: Math.max(1, Math.ceil(found.totalRows / limit)), totalRows: found.totalRows, limit },
    counts: found.counts,
  };
}

function presentFan(row: FanListRow, membership: Membership | undefined, totals: SpentTotals | undefined): FanRow {
  return {
    _id: row.id, name: row.name, email: row.email, avatarUrl: null,
    ccbill_subscription_status: membership?.status ?? '0',
    has_complimentary_subscription: membership?.isComplimentary ?? false, is_rebill_failed: membership?.isRebillFailed ?? false,
    date: row.created_at.toISOString(),
    expiration_date: membership?.expiresAt?.toISOString() ?? null, next_billing_date: membership?.nextBillingAt?.toISOString() ?? null,
    is_photo_id_accepted: row.photo_id_accepted_at !== null,
    total_amount_spent: totals ? toWire(totals.spentMinor) : null,
    total_refund_amount: totals ? toWire(totals.refundedMinor) : null,
    total_chargeback_amount: totals ? toWire(totals.chargedBackMinor) : null,
    total_chargeback_count: totals?.chargebacks ?? null,
    total_chargeback_fee_amount: totals ? toWire(totals.chargebackFeesMinor) : null,
    // Nothing is voided here: what was not settled was never charged.
    total_void_amount: totals ? 0 : null,
  };
}
