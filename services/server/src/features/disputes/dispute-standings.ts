import { dayIn, endOfMonth, startOfDay } from '@backlot/domain/formats/dates';
import { dayMs } from '@backlot/domain/formats/when';
import {
  disputeStanding,
  firstLimitOf,
  schemes,
  type DisputeCounts,
  type DisputeStanding,
} from '@backlot/domain/money/dispute-ratio';
import type { TenantDb } from '@backlot/database';
import {
  listCountedAccounts,
  listDisputeCounts,
  type BrandCounts,
  type CountedAccount,
} from './dispute-counts-rows.ts';

export interface AccountStanding extends DisputeStanding {
  readonly account: CountedAccount;
  /** This month so far. */
  readonly disputes: number;
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
export async function disputeStandings(db: TenantDb, timeZone: string, now: Date): Promise<AccountStanding[]> {
  const today = dayIn(now, timeZone);
  const thisMonth = startOfDay(firstOf(today), timeZone);
  const lastMonth = startOfDay(firstOf(dayIn(thisMonth.getTime() - dayMs, timeZone)), timeZone);
  const recent = new Date(now.getTime() - 30 * dayMs);
  const daysLeft = (endOfMonth(now, timeZone).getTime() - now.getTime()) / dayMs;
  const accounts = await listCountedAccounts(db);
  const ids = accounts.map(({ id }) => id);
  const counts = await listDisputeCounts(db, ids, { lastMonth, thisMonth, recent });
  return accounts.flatMap((account) => {
    const own = counts.filter(({ accountId }) => accountId === account.id);
    if (own.length === 0) return [];
    return schemes.map((scheme) => {
      // A payment of which no brand is known may be of either scheme: it counts for both.
      const all = added(own.filter(({ brand }) => brand === scheme || brand === ''));
      return {
        account,
        disputes: all.disputes,
        ...disputeStanding(scheme, firstLimitOf(scheme, today), all, daysLeft),
      };
    });
  });
}

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
