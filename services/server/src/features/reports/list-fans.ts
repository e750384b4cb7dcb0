import type { BodyOf } from '@backlot/contracts';
import type { FanRow, listFans as listFansCall } from '@backlot/contracts/staff';
import { seesEarnings } from '@backlot/domain/people/capabilities';
import { adminListLimit } from '@backlot/domain/limits';
import { toWire } from '@backlot/domain/money/money';
import type { TenantDb } from '@backlot/database';
import type { Settings } from '@backlot/domain/settings';
import type { Actor } from '../../actor.ts';
import { asPerson } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import { paginationOf } from '../../pagination.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { spentTotalsOf, type SpentTotals } from '../ledger/index.ts';
import { membershipsOf, type Membership } from '../memberships/index.ts';
import { countFanRows, countFans, listFanRows, sumVoids, type FanFilters, type FanListRow } from './fan-rows.ts';
import { requireReports } from '../staff/index.ts';

type Input = BodyOf<typeof listFansCall>;

/** The list of subscribers: at most six statements, whatever the page. @throws `access-denied` */
export async function listFans(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  input: Input,
  { page, now }: { page: number; now: Date },
) {
  const settings = await ctx.settings.of(tenant);
  requireReports(actor, settings);
  const filters = fanFiltersOf(input, settings, now);
  const limit = adminListLimit;
  return ctx.database.tenants.read(tenant, async (db) => {
    const counts = await countFans(db, now);
    const totalRows = filters.search.trim() === '' ? counts[filters.status] : await countFanRows(db, filters);
    return {
      users: await fansOf(db, actor, settings, filters, { limit, offset: (page - 1) * limit }),
      paginationData: paginationOf(page, totalRows, limit),
      counts,
    };
  });
}

export function fanFiltersOf(input: Input, settings: Settings, now: Date): FanFilters {
  const { search = '', status = 'all', sort = 'date' } = input ?? {};
  return {
    search,
    status,
    sort,
    direction: input?.direction ?? (sort === 'name' ? 'asc' : 'desc'),
    currency: settings.currency,
    now,
  };
}

/** Some of the fans that the filters show, as this caller may see them. */
export async function fansOf(
  db: TenantDb,
  actor: Actor,
  settings: Settings,
  filters: FanFilters,
  { limit, offset }: { limit: number; offset: number },
): Promise<FanRow[]> {
  const rows = await listFanRows(db, filters, limit, offset);
  const ids = rows.map(({ id }) => id);
  const memberships = await membershipsOf(db, ids, filters.now);
  const totals = seesEarnings(asPerson(actor, '0'), settings) ? await spentTotalsOf(db, ids, settings.currency) : null;
  const refunded = ids.filter((id) => (totals?.get(id)?.refundedMinor ?? 0) > 0);
  const voided = await sumVoids(db, refunded, settings.currency);
  return rows.map((row) => presentFan(row, memberships.get(row.id), totals?.get(row.id), voided.get(row.id) ?? 0));
}

function presentFan(
  row: FanListRow,
  membership: Membership | undefined,
  totals: SpentTotals | undefined,
  voidedMinor: number,
): FanRow {
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    avatarUrl: null,
    ccbill_subscription_status: membership?.status ?? '0',
    has_complimentary_subscription: membership?.isComplimentary ?? false,
    is_rebill_failed: membership?.isRebillFailed ?? false,
    date: row.created_at.toISOString(),
    expiration_date: membership?.expiresAt?.toISOString() ?? null,
    next_billing_date: membership?.nextBillingAt?.toISOString() ?? null,
    is_photo_id_accepted: row.photo_id_accepted_at !== null,
    total_amount_spent: totals ? toWire(totals.spentMinor) : null,
    total_refund_amount: totals ? toWire(totals.refundedMinor - voidedMinor) : null,
    total_chargeback_amount: totals ? toWire(totals.chargedBackMinor) : null,
    total_chargeback_count: totals?.chargebacks ?? null,
    total_chargeback_fee_amount: totals ? toWire(totals.chargebackFeesMinor) : null,
    total_void_amount: totals ? toWire(voidedMinor) : null,
  };
}
