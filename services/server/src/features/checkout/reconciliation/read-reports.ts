import type { Report } from '@backlot/payments';
import type { AppContext } from '../../../context.ts';
import { scheduledJob } from '../../../jobs/job.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { listAbsences } from './list-absences.ts';
import { matchLines } from './match-lines.ts';
import { isAnyUnasked, keepLines, recordReading, takeTurn } from './report-rows.ts';
import { askedBefore, latelyIn, nextWindow } from './report-window.ts';
import { listDue, shareLines, type ReportedAccount } from './reported-accounts.ts';

/**
 * Holds the books against the providers' reports. The clock comes more often than an hour, so that an account is asked every
 * hour and never sooner: the turn that was taken last says when.
 */
export const reconcileAccountsJob = scheduledJob({
  name: 'reconcile-accounts',
  schedule: '*/10 * * * *',
  lane: 'reports',
  spreadMs: 8 * 60_000,
  isDue: ({ now }) => isAnyUnasked(askedBefore(now)),
  async run({ ctx, tenant, log, signal }) {
    for (const reported of await listDue(ctx, tenant, ctx.clock.now())) {
      if (signal?.aborted) return;
      try {
        await reconcileAccount(ctx, tenant, reported, signal);
      } catch (error) {
        // The other accounts are asked all the same; the next turn tries again.
        log.error({ err: error, account: reported.accounts[0].id }, 'an account could not be reconciled');
      }
    }
  },
});

/** One turn: reads what there is, holds it against the books, and marks what of ours the report has not. */
async function reconcileAccount(
  ctx: AppContext,
  tenant: Tenant,
  { accounts, provider }: ReportedAccount,
  signal: AbortSignal | undefined,
): Promise<void> {
  const now = ctx.clock.now();
  const ids = accounts.map(({ id }) => id);
  const bounds = provider.capabilities.reports!;
  const isTotals = bounds.moneyBack === 'totals';
  const lately = latelyIn(bounds, now);
  const turn = await ctx.database.tenants.write(tenant, (db) => takeTurn(db, ids, { now, ...lately }));
  if (turn === null) return;
  const window = nextWindow(furthestBehind(turn) ?? firstOpened(accounts), bounds, now);
  const report = await provider.report!(window, signal);
  if (report.kind !== 'read') ctx.log.warn({ account: ids[0], report }, "a provider's report could not be read");
  const keep = (answer: Report) =>
    ctx.database.tenants.write(tenant, async (db) => {
      const shared = answer.kind === 'read' ? await shareLines(db, accounts, answer) : new Map<string, never>();
      for (const id of ids) {
        const others = ids.filter((other) => other !== id);
        await keepLines(db, id, shared.get(id) ?? [], { others, isTotals });
        await recordReading(db, id, answer, window);
      }
    });
  await keep(report).catch(async (error: unknown) => {
    ctx.log.error({ err: error, account: ids[0] }, "a provider's report could not be kept");
    await keep({ kind: 'unknown', cause: 'unreadable-answer' });
  });
  for (const account of accounts) {
    await matchLines(ctx, tenant, account, { isTotals, now });
    await ctx.database.tenants.write(tenant, (db) => listAbsences(db, account, { isTotals, now }));
  }
}

/** Until when all of them were read. One that was not read at all yet, as its currency is new, holds back none. */
function furthestBehind(turn: ReadonlyArray<{ readonly read_until: Date | null }>): Date | null {
  const times = turn.flatMap(({ read_until: until }) => (until === null ? [] : [until.getTime()]));
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/** Before that there is nothing to read: a first turn that comes days late misses nothing of an account's first day. */
const firstOpened = (accounts: ReportedAccount['accounts']): Date =>
  new Date(Math.min(...accounts.map(({ created_at: at }) => at.getTime())));
