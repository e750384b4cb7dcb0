import type { PaymentProvider, Report } from '@backlot/payments';
import type { AppContext } from '../../../context.ts';
import { scheduledJob } from '../../../jobs/job.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { providerOf } from '../provider-accounts/open-account.ts';
import type { AccountRow } from '../tables.ts';
import { listAccounts } from '../provider-accounts/account-rows.ts';
import { listAbsences } from './list-absences.ts';
import { matchLines } from './match-lines.ts';
import { keepLines, listAskedTimes, recordReading, takeTurn } from './report-rows.ts';
import { nextWindow, pauseOf } from './report-window.ts';

/**
 * Holds the books against the providers' reports. The clock comes more often than an hour, so that an account is asked every
 * hour and never sooner: the turn that was taken last says when.
 */
export const reconcileAccountsJob = scheduledJob({
  name: 'reconcile-accounts',
  schedule: '*/10 * * * *',
  lane: 'reports',
  spreadMs: 8 * 60_000,
  async run({ ctx, tenant, log }) {
    for (const { account, provider } of await listDue(ctx, tenant)) {
      try {
        await reconcileAccount(ctx, tenant, account, provider);
      } catch (error) {
        // The other accounts are asked all the same; the next turn tries again.
        log.error({ err: error, account: account.id }, 'an account could not be reconciled');
      }
    }
  },
});

interface Reporting {
  readonly account: AccountRow;
  readonly provider: PaymentProvider;
}

/** Accounts whose provider reports and was not asked lately. Most sites have none most of the time: nothing is locked or written. */
async function listDue(ctx: AppContext, tenant: Tenant): Promise<readonly Reporting[]> {
  const { accounts, asked } = await ctx.database.tenants.read(tenant, async (db) => ({
    accounts: await listAccounts(db),
    asked: await listAskedTimes(db),
  }));
  const now = ctx.clock.now().getTime();
  return accounts.flatMap((account) => {
    const provider = providerOf(ctx, account);
    if (!provider?.report) return [];
    const askedAt = asked.get(account.id)?.getTime() ?? -Infinity;
    return now - askedAt >= pauseOf(provider.capabilities.reports!) ? [{ account, provider }] : [];
  });
}

/** One turn: reads what there is, holds it against the books, and marks what of ours the report has not. */
async function reconcileAccount(
  ctx: AppContext,
  tenant: Tenant,
  account: AccountRow,
  provider: PaymentProvider,
): Promise<void> {
  const now = ctx.clock.now();
  const bounds = provider.capabilities.reports!;
  const before = new Date(now.getTime() - pauseOf(bounds));
  const turn = await ctx.database.tenants.write(tenant, (db) => takeTurn(db, account.id, { now, before }));
  if (turn === null) return;
  const window = nextWindow(turn.read_until, bounds, now);
  const report = await provider.report!(window);
  if (report.kind !== 'read') ctx.log.warn({ account: account.id, report }, "a provider's report could not be read");
  const keep = (answer: Report) =>
    ctx.database.tenants.write(tenant, async (db) => {
      if (answer.kind === 'read') await keepLines(db, account.id, answer.lines);
      await recordReading(db, account.id, answer, window);
    });
  await keep(report).catch(async (error: unknown) => {
    ctx.log.error({ err: error, account: account.id }, "a provider's report could not be kept");
    await keep({ kind: 'unknown', cause: 'unreadable-answer' });
  });
  await matchLines(ctx, tenant, account, now);
  await ctx.database.tenants.write(tenant, (db) => listAbsences(db, account, now));
}
