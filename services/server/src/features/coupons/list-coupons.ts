import { DomainError, type QueryOf } from '@backlot/contracts';
import type { CouponFilters, couponDetails as detailsCall, listCoupons as listCall } from '@backlot/contracts/coupons';
import type { TenantDb } from '@backlot/database';
import { adminListLimit } from '@backlot/domain/limits';
import { toWire } from '@backlot/domain/money/money';
import { contentManagerMay } from '@backlot/domain/routes/access';
import type { Settings } from '@backlot/domain/settings';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import { paginationOf } from '../../pagination.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { findPeople } from '../accounts/index.ts';
import { findCountedCoupon, listCouponRows, listUses, type CouponPayment } from './coupon-rows.ts';
import { presentCounted } from './present-coupon.ts';

/** COUP-18. @throws access-denied */
export async function listCoupons(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  query: QueryOf<typeof listCall>,
  now: Date,
) {
  const settings = await ctx.settings.of(tenant);
  requireReports(actor, settings);
  const page = query.pageNum ?? 1;
  const { rows, total } = await ctx.database.tenants.read(tenant, (db) =>
    listCouponRows(db, filtersOf(query, slice(page)), now),
  );
  return {
    couponList: rows.map((row) => presentCounted(row, settings.currency, now)),
    paginationData: paginationOf(page, total, adminListLimit),
    currency: settings.currency,
  };
}

/** The same rows for a file. */
export const couponsOf = async (
  db: TenantDb,
  { currency }: Pick<Settings, 'currency'>,
  filters: CouponFilters,
  place: Place,
  now: Date,
): Promise<ReturnType<typeof presentCounted>[]> =>
  (await listCouponRows(db, filtersOf(filters, place), now)).rows.map((row) => presentCounted(row, currency, now));

const filtersOf = ({ search = '', state = 'all', sort = 'date', direction }: CouponFilters, place: Place) => ({
  search: search.trim().toUpperCase(),
  state,
  sort,
  direction: direction ?? (sort === 'code' ? ('asc' as const) : ('desc' as const)),
  ...place,
});

interface Place {
  readonly limit: number;
  readonly offset: number;
}

/** @throws access-denied, not-found */
export async function couponDetails(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  query: QueryOf<typeof detailsCall>,
  now: Date,
) {
  const settings = await ctx.settings.of(tenant);
  requireReports(actor, settings);
  const page = query.pageNum ?? 1;
  return ctx.database.tenants.read(tenant, async (db) => {
    const coupon = await findCountedCoupon(db, query.couponId);
    if (coupon === null) throw new DomainError('not-found');
    const { rows, total } = await listUses(db, coupon.id, slice(page));
    const people = await findPeople(db, [...new Set(rows.map(({ userId }) => userId))]);
    return {
      coupon: presentCounted(coupon, settings.currency, now),
      uses: rows.map((row) => presentUse(row, people.get(row.userId))),
      paginationData: paginationOf(page, total, adminListLimit),
      currency: settings.currency,
    };
  });
}

const presentUse = (use: CouponPayment, person: { name: string; email: string } | undefined) => ({
  _id: use.id,
  user: { _id: use.userId, name: person?.name ?? '', email: person?.email ?? '' },
  date: use.at.toISOString(),
  kind: use.isRenewal ? ('renewal' as const) : ('membership' as const),
  state: use.state === 'succeeded' ? ('succeeded' as const) : ('pending' as const),
  amount: toWire(use.leftMinor),
  currency: use.currency,
  saved_amount: toWire(use.savedMinor),
});

/** What coupons brought in is a report. */
function requireReports(actor: Actor, settings: Settings): void {
  if (actor.role === 'content_manager' && !contentManagerMay('reports', settings))
    throw new DomainError('access-denied');
}

const slice = (page: number) => ({ limit: adminListLimit, offset: (page - 1) * adminListLimit });
