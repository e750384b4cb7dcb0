import type { Answer, QueryOf } from '@backlot/contracts';
import type { BestSeller, BestSellerFilters, listBestSellers as call } from '@backlot/contracts/reporting';
import type { TenantDb } from '@backlot/database';
import { adminListLimit } from '@backlot/domain/limits';
import { toWire } from '@backlot/domain/money/money';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { paginationOf } from '../../../pagination.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { listBestSold } from '../../checkout/index.ts';
import { requireReports } from '../../staff/index.ts';
import { daysAsked } from '../activity/list-activity.ts';
import type { Site } from '../list-transactions.ts';
import { titlesOf } from '../payment-titles.ts';

/** What was bought most in some days. @throws `access-denied`, `invalid-request` for days that are none, `range-too-long` */
export async function listBestSellers(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  query: QueryOf<typeof call>,
  now: Date,
): Promise<Answer<typeof call>['data']> {
  const settings = await ctx.settings.of(tenant);
  requireReports(actor, settings);
  const page = query.page_num ?? 1;
  const limit = adminListLimit;
  const { things, all } = await ctx.database.tenants.read(tenant, (db) =>
    bestSellersOf(db, { settings, sells: ctx.sells }, query, now, { limit, offset: (page - 1) * limit }),
  );
  return {
    currency: settings.currency,
    things,
    sums: presentSums(all),
    paginationData: paginationOf(page, all.things, limit),
  };
}

/** Some of them, and the sums of all. @throws `invalid-request` for days that are none, `range-too-long` */
export async function bestSellersOf(
  db: TenantDb,
  { settings, sells }: Site,
  query: BestSellerFilters,
  now: Date,
  place: { readonly limit: number; readonly offset: number },
) {
  const { from, to } = daysAsked(query, settings.timezone, now);
  const kinds = sells.all.flatMap(({ kind, present }) => (present.titles ? [kind] : []));
  const time = { since: from, until: to, currency: settings.currency };
  const rows = await listBestSold(db, kinds, time, place);
  // A page past the end has no row that tells of all.
  const [first] =
    rows.length > 0 || place.offset === 0 ? rows : await listBestSold(db, kinds, time, { limit: 1, offset: 0 });
  const titles = await titlesOf(
    db,
    sells,
    rows.map(({ kind, contentId }) => ({ sold: kind, contentId })),
  );
  const things = rows.map((row): BestSeller => ({
    _id: row.contentId,
    kind: row.kind,
    title: titles.get(row.contentId) ?? '',
    ...presentSums(row),
  }));
  return { things, all: first?.all ?? { things: 0, sold: 0, grossMinor: 0, returnedMinor: 0 } };
}

const presentSums = (of: { readonly sold: number; readonly grossMinor: number; readonly returnedMinor: number }) => ({
  sold: of.sold,
  gross: toWire(of.grossMinor),
  returned: toWire(of.returnedMinor),
  net: toWire(of.grossMinor - of.returnedMinor),
});
