import type { QueryOf } from '@backlot/contracts';
import type { listPurchases as listPurchasesCall, PurchaseFilters } from '@backlot/contracts/purchase-history';
import type { TenantDb } from '@backlot/database';
import { adminListLimit } from '@backlot/domain/limits';
import { toWire } from '@backlot/domain/money/money';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import { paginationOf } from '../../pagination.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { requireReports } from '../staff/index.ts';
import { peopleFound } from './fan-rows.ts';
import { sumReturned, type PaymentFilters } from './list-payments.ts';
import { filtersOf, linesOf, type Site } from './list-transactions.ts';
import { purchasesByText, refundedPurchases } from './lookup/purchase-queries.ts';

/** What all fans bought, a row a purchase. @throws `access-denied`, `invalid-request` for dates and kinds that are none */
export async function listPurchases(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  query: QueryOf<typeof listPurchasesCall>,
) {
  const settings = await ctx.settings.of(tenant);
  requireReports(actor, settings);
  const page = query.page_num ?? 1;
  const limit = adminListLimit;
  const filters = purchaseFiltersOf({ settings, sells: ctx.sells }, query);
  const { found, returned } = await ctx.database.tenants.read(tenant, async (db) => ({
    found: await linesOf(db, ctx.sells, { ...filters, limit, offset: (page - 1) * limit }),
    returned: await sumReturned(db, filters),
  }));
  const sumsIn = (currency: string) => ({
    sum: toWire(found.sums.get(currency) ?? 0),
    returned: toWire(returned.get(currency) ?? 0),
  });
  return {
    purchases: found.transactions,
    paginationData: paginationOf(page, found.totalRows, limit),
    ...sumsIn(settings.currency),
    currency: settings.currency,
    other_sums: [...new Set([...found.sums.keys(), ...returned.keys()])]
      .filter((currency) => currency !== settings.currency)
      .map((currency) => ({ currency, ...sumsIn(currency) }))
      .filter(({ sum, returned: back }) => sum !== 0 || back !== 0),
  };
}

/** Some of the purchases that the filters show. @throws `invalid-request` for dates and kinds that are none */
export const purchasesFound = async (
  db: TenantDb,
  site: Site,
  query: PurchaseFilters,
  place: { readonly limit: number; readonly offset: number },
) => (await linesOf(db, site.sells, { ...purchaseFiltersOf(site, query), ...place })).transactions;

function purchaseFiltersOf(site: Site, query: PurchaseFilters): Omit<PaymentFilters, 'limit'> {
  const { state = 'all' } = query;
  const search = (query.search ?? '').trim();
  return {
    ...filtersOf(site, query),
    isOfPurchases: true,
    ...(state === 'all' || state === 'refunded' ? {} : { state }),
    within: [
      ...(search === '' ? [] : [purchasesByText(search, peopleFound(search))]),
      ...(state === 'refunded' ? [refundedPurchases] : []),
    ],
  };
}
