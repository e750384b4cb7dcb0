import { sql } from '@backlot/database/sql';
import type { AppContext } from '../../../context.ts';
import { scheduledJob } from '../../../jobs/job.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import type { CryptoAccountRow } from '../account-rows.ts';
import { forumpayOf } from '../open-forumpay.ts';
import { doubtedMs } from '../watch-times.ts';
import { isAnyDoubtDue, raiseDoubts } from './doubt-rows.ts';
import { isAnyAccountDue, listDueAccounts, takeTurn, updateReading, type CoinListReadingRow } from './listed-rows.ts';
import { unreadablePayment, walkList, type Walked } from './walk-list.ts';

const hourMs = 3_600_000;
/** Milliseconds between the beginnings of two walks, and after a page that was not answered. */
const [dailyMs, retryMs] = [24 * hourMs, hourMs];
/** `code` where staff took the account's credentials away, so that nobody is asked. */
const noCredentials = 'no-credentials';

const doubtedBefore = (now: Date): Date => new Date(now.getTime() - doubtedMs);

/**
 * Walks once a day through what the provider lists of an account: what was accepted there and is no payment of ours is shown
 * to staff, and a payment that came to something else than we know is looked at, for a week: then it is an open item, and
 * is not asked about by itself. In which order it lists them is documented nowhere, nor where the list ends but by a page
 * with nothing on it, so that it is read whole.
 */
export const readCoinListsJob = scheduledJob({
  name: 'reconcile-coins',
  schedule: '*/10 * * * *',
  lane: 'reports',
  spreadMs: 8 * 60_000,
  isDue: ({ now }) => sql`(${isAnyDoubtDue(doubtedBefore(now))} or ${isAnyAccountDue(now)})`,
  async run({ ctx, tenant, log, signal }) {
    const now = ctx.clock.now();
    const raised = await ctx.database.tenants.write(tenant, (db) => raiseDoubts(db, doubtedBefore(now)));
    for (const id of raised)
      log.error({ payment: id, alarm: 'unresolved' }, 'a crypto payment needs to be looked into');
    for (const account of await ctx.database.tenants.read(tenant, (db) => listDueAccounts(db, now))) {
      if (signal?.aborted) return;
      try {
        await readList(ctx, tenant, account, signal);
      } catch (error) {
        // The other accounts are asked all the same; this one's turn comes again, and goes on where it was.
        log.error({ err: error, account: account.id }, 'a list of payments in coins could not be read');
      }
    }
  },
});

async function readList(
  ctx: AppContext,
  tenant: Tenant,
  { id, host }: CryptoAccountRow,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { tenants } = ctx.database;
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + hourMs);
  const turn = await tenants.write(tenant, (db) => takeTurn(db, id, { now, until }));
  if (turn === null) return;
  const client = await forumpayOf(ctx, tenant, { host, pos_id: '', account_id: id });
  const walked: Walked =
    client === null
      ? { kind: 'failed', outcome: 'refused', code: noCredentials }
      : await walkList(ctx, tenant, client, turn, signal);
  if (walked.kind === 'failed') ctx.log.warn({ account: id, ...walked }, 'a list of payments in coins was not read');
  if (walked.kind === 'ended' && walked.unreadable > 0)
    ctx.log.warn({ account: id, ...walked }, 'payments on a list of payments in coins could not be read');
  await tenants.write(tenant, (db) => updateReading(db, id, after(walked, turn, now)));
}

/** How a walk ended, and when the next one begins or this one goes on. */
function after(walked: Walked, { begun_at: begunAt }: CoinListReadingRow, now: Date): Partial<CoinListReadingRow> {
  if (walked.kind === 'open') return { next_at: now };
  if (walked.kind === 'failed') {
    const { outcome, code, isLost } = walked;
    const pauseMs = code === noCredentials ? dailyMs : retryMs;
    return { outcome, code, next_at: new Date(now.getTime() + pauseMs), ...(isLost && { next_offset: 0 }) };
  }
  const next = {
    next_offset: 0,
    next_at: new Date(Math.max(begunAt.getTime() + dailyMs, now.getTime())),
  };
  return walked.unreadable > 0
    ? { ...next, outcome: 'unknown', code: unreadablePayment }
    : { ...next, outcome: 'read', code: null, read_until: begunAt };
}
