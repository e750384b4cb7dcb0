import { dayIn, endOfMonth, startOfDay } from '@backlot/domain/formats/dates';
import { dayMs } from '@backlot/domain/formats/when';
import {
  countsFraudReports,
  disputeStanding,
  firstLimitOf,
  schemes,
  type DisputeCounts,
  type DisputeStanding,
} from '@backlot/domain/money/dispute-ratio';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import {
  listCountedAccounts,
  listDisputeCounts,
  type BrandCounts,
  type CountedAccount,
} from './dispute-counts-rows.ts';
import { fraudCounts } from './fraud/list-fraud-reports.ts';
import type { FraudCounts } from './fraud/fraud-rows.ts';

export interface AccountStanding extends DisputeStanding {
  readonly account: CountedAccount;
  /** This month so far, without fraud reports. */
  readonly disputes: number;
  /** This month so far, as far as they are known; null where the scheme does not count them. */
  readonly fraudReports: number | null;
}

/** Before this no dispute counts now: neither in this month, in whatever zone, nor in the last 30 days. */
export const countedSince = (now: Date): Date => new Date(now.getTime() - 33 * dayMs);

const nothing: DisputeCounts = {
  disputes: 0,
  recentDisputes: 0,
  salesLastMonth: 0,
  salesThisMonth: 0,
  recentSales: 0,
};

/**
 * Each account of the site before each scheme's first limit: schemes measure by the account that takes the money. Months
 * are those of the site's calendar. Accounts without a payment or dispute that counts are left out.
 */
export async function disputeStandings(
  ctx: AppContext,
  tenant: Tenant,
  timeZone: string,
  now: Date,
): Promise<AccountStanding[]> {
  const today = dayIn(now, timeZone);
  const thisMonth = startOfDay(firstOf(today), timeZone);
  const lastMonth = startOfDay(firstOf(dayIn(thisMonth.getTime() - dayMs, timeZone)), timeZone);
  const recent = new Date(now.getTime() - 30 * dayMs);
  const daysLeft = (endOfMonth(now, timeZone).getTime() - now.getTime()) / dayMs;
  const frauds = await fraudCounts(ctx, tenant, { thisMonth, recent });
  const { accounts, counts } = await ctx.database.tenants.read(tenant, async (db) => {
    const found = await listCountedAccounts(db);
    const ids = found.map(({ id }) => id);
    return { accounts: found, counts: await listDisputeCounts(db, ids, { lastMonth, thisMonth, recent }) };
  });
  return accounts.flatMap((account) => {
    const own = counts.filter(({ accountId }) => accountId === account.id);
    const reported = frauds.filter(({ accountId }) => accountId === account.id);
    if (own.length + reported.length === 0) return [];
    return schemes.map((scheme) => {
      // A payment of which no brand is known may be of either scheme: it counts for both.
      const isOf = ({ brand }: { readonly brand: string }): boolean => brand === scheme || brand === '';
      const all = added(own.filter(isOf));
      const fraud = countsFraudReports(scheme) ? addedFrauds(reported.filter(isOf)) : null;
      const counted = {
        ...all,
        disputes: all.disputes + (fraud?.thisMonth ?? 0),
        recentDisputes: all.recentDisputes + (fraud?.recent ?? 0),
      };
      return {
        account,
        disputes: all.disputes,
        fraudReports: fraud?.thisMonth ?? null,
        ...disputeStanding(scheme, firstLimitOf(scheme, today), counted, daysLeft),
      };
    });
  });
}

const addedFrauds = (rows: readonly FraudCounts[]): Pick<FraudCounts, 'thisMonth' | 'recent'> => ({
  thisMonth: rows.reduce((sum, { thisMonth }) => sum + thisMonth, 0),
  recent: rows.reduce((sum, { recent }) => sum + recent, 0),
});

const firstOf = (day: string): string => `${day.slice(0, 7)}-01`;

const added = (rows: readonly BrandCounts[]): DisputeCounts =>
  rows.reduce<DisputeCounts>(
    (sum, row) => ({
      disputes: sum.disputes + row.disputes,
      recentDisputes: sum.recentDisputes + row.recentDisputes,
      salesLastMonth: sum.salesLastMonth + row.salesLastMonth,
      salesThisMonth: sum.salesThisMonth + row.salesThisMonth,
      recentSales: sum.recentSales + row.recentSales,
    }),
    nothing,
  );
