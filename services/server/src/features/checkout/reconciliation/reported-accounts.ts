import type { TenantDb } from '@backlot/database';
import type { PaymentProvider, Report, ReportLine } from '@backlot/payments';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { listAccounts } from '../provider-accounts/account-rows.ts';
import { identityOf, unsealCredentials } from '../provider-accounts/credentials.ts';
import { providerOf } from '../provider-accounts/open-account.ts';
import type { AccountRow } from '../tables.ts';
import { listAsked, listTaken, listTakers } from './report-rows.ts';
import { latelyIn } from './report-window.ts';

/** What is one account at its provider's: ours for each currency that it is used in, which share one report. */
export interface ReportedAccount {
  /** The one whose credentials are the newest first: the provider is asked with these. */
  readonly accounts: readonly [AccountRow, ...AccountRow[]];
  readonly provider: PaymentProvider;
}

/** Those whose provider reports and was not asked lately. Most sites have none most of the time: nothing is locked or written. */
export async function listDue(ctx: AppContext, tenant: Tenant, now: Date): Promise<readonly ReportedAccount[]> {
  const { currency } = await ctx.settings.of(tenant);
  const { accounts, asked } = await ctx.database.tenants.read(tenant, async (db) => ({
    accounts: await listAccounts(db),
    asked: await listAsked(db),
  }));
  const groups = Map.groupBy(accounts, (account) => identityIn(ctx, account));
  return [...groups.values()].flatMap((group) => {
    // What staff save reaches the account of the site's currency.
    const rank = (row: AccountRow): number => (row.state === 'active' ? 0 : 2) + (row.currency === currency ? 0 : 1);
    const [first, ...others] = group.toSorted((one, other) => rank(one) - rank(other));
    const provider = first === undefined ? null : providerOf(ctx, first);
    if (first === undefined || !provider?.report) return [];
    const { before, retryBefore } = latelyIn(provider.capabilities.reports!, now);
    const isLately = ({ id }: AccountRow): boolean => {
      const last = asked.get(id);
      return last !== undefined && last.asked_at > (last.outcome === 'read' ? before : retryBefore);
    };
    return group.some(isLately) ? [] : [{ accounts: [first, ...others], provider }];
  });
}

function identityIn(ctx: AppContext, { id, provider, credentials }: AccountRow): string {
  const driver = ctx.providers.driver(provider);
  return (driver && identityOf(driver, unsealCredentials(ctx, credentials))) ?? id;
}

/**
 * Each line with the account that its charge or series was begun with, as that account's currency is told of it; with the
 * first where it is nothing of ours.
 */
export async function shareLines(
  db: TenantDb,
  [first, ...others]: ReportedAccount['accounts'],
  report: Extract<Report, { kind: 'read' }>,
): Promise<ReadonlyMap<string, readonly ReportLine[]>> {
  const accounts = [first, ...others];
  const listed = report.linesIn(first.currency);
  const undone = listed.filter(({ isUndone }) => isUndone).map(({ providerRef }) => providerRef);
  const taken = undone.length === 0 ? null : await listTaken(db, accounts, undone);
  // What was undone and the books never took is nobody's money.
  const isOfMoney = ({ isUndone, providerRef }: ReportLine): boolean => !isUndone || taken?.has(providerRef) === true;
  const all = listed.filter(isOfMoney);
  if (others.length === 0) return new Map([[first.id, all]]);
  const refs = all.flatMap(({ providerRef, seriesRef }) =>
    seriesRef === null ? [providerRef] : [providerRef, seriesRef],
  );
  const takers = await listTakers(
    db,
    accounts.map(({ id }) => id),
    [...new Set(refs)],
  );
  const takerOf = ({ providerRef, seriesRef }: ReportLine): string =>
    takers.get(providerRef) ?? takers.get(seriesRef ?? '') ?? first.id;
  return new Map(
    accounts.map(({ id, currency }) => [
      id,
      report.linesIn(currency).filter((line) => isOfMoney(line) && takerOf(line) === id),
    ]),
  );
}
