import { sql, table } from '@backlot/database/sql';
import type { ForumpayTransaction } from '@backlot/payments/forumpay/answers';
import { dayMs } from '@backlot/domain/formats/when';
import type { AppContext } from '../../../context.ts';
import { scheduledJob } from '../../../jobs/job.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { lockPayment, updatePayment, type CryptoPaymentRow } from '../crypto-rows.ts';
import { lookAtPayment, mayBeSpentTwice } from '../look-at-payment.ts';
import { forumpayOf } from '../open-forumpay.ts';
import { nextReturnLookMs } from '../watch-times.ts';
import { noteReturn } from './note-return.ts';
import { keepsReturns, listToAsk } from './return-rows.ts';

/** Payments of a page, and pages of a run. What is left is asked about an hour later. */
const [pageSize, mostPages] = [25, 8];
/** A provider that leaves so many questions open is not asked further in this run. */
const mostUnanswered = 3;
const unansweredMs = 3_600_000;

/**
 * Nothing tells of coins that the provider's staff sent back, or of coins that were spent twice days later, but its list;
 * nor of coins that come to an address after the day of watching, where the webhook is lost, but the payment itself
 * (DECISIONS 24). Both are asked about each payment in turn, daily at first and then weekly.
 */
export const lookForReturnsJob = scheduledJob({
  name: 'look-for-returned-coins',
  schedule: '29 * * * *',
  lane: 'reports',
  spreadMs: 2_400_000,
  isDue: ({ now }) => sql`exists (select from ${table('crypto_payments')} where next_return_look_at <= ${now})`,
  async run({ ctx, tenant, log, signal }) {
    if (!(await ctx.database.tenants.read(tenant, keepsReturns))) return;
    let unanswered = 0;
    for (let page = 0; page < mostPages; page += 1) {
      const rows = await ctx.database.tenants.read(tenant, (db) => listToAsk(db, ctx.clock.now(), pageSize));
      for (const row of rows) {
        if (signal?.aborted) return;
        await lookAtPayment(ctx, tenant, row.id);
        const client = await forumpayOf(ctx, tenant, row);
        const answer = await client?.transactions(row.id);
        if (answer?.kind === 'unknown') unanswered += 1;
        if (answer?.kind !== 'told')
          log.warn(
            { payment: row.id, answer: answer ?? 'no credentials' },
            'a crypto payment could not be asked about',
          );
        // No answer is none: its turn comes again with the next run.
        if (answer?.kind === 'unknown') {
          await postpone(ctx, tenant, row);
          if (unanswered >= mostUnanswered) return;
          continue;
        }
        const told = answer?.kind === 'told' ? answer.value : [];
        await take(ctx, tenant, row, told.find(({ paymentId }) => paymentId === row.provider_payment_id) ?? null);
      }
      if (rows.length < pageSize) return;
    }
  },
});

/** For two weeks beyond its time, as the last look may come a week after it; a provider that never answers is not asked for ever. */
function postpone(ctx: AppContext, tenant: Tenant, row: CryptoPaymentRow): Promise<CryptoPaymentRow> {
  const now = ctx.clock.now();
  const isOver = nextReturnLookMs(row, new Date(now.getTime() - 14 * dayMs)) === null;
  const next = isOver ? null : new Date(now.getTime() + unansweredMs);
  return ctx.database.tenants.write(tenant, (db) => updatePayment(db, row.id, { next_return_look_at: next }));
}

/** What an answer tells, and when the payment's turn comes again; in one transaction. */
async function take(
  ctx: AppContext,
  tenant: Tenant,
  { id }: CryptoPaymentRow,
  told: ForumpayTransaction | null,
): Promise<void> {
  const now = ctx.clock.now();
  const news = await ctx.database.tenants.write(tenant, async (db) => {
    const held = (await lockPayment(db, id))!;
    // What was never credited is nobody's loss.
    const isCredited = held.credited_minor > 0;
    const isNewlySpent = told?.isDoubleSpent === true && mayBeSpentTwice(held);
    const isDoubleSpent = isCredited && isNewlySpent;
    const isReturned = isCredited && told?.returned ? await noteReturn(db, id, told.returned, now) : false;
    const inMs = nextReturnLookMs(held, now);
    await updatePayment(db, id, {
      ...(isDoubleSpent ? { alarm: 'double-spent' } : {}),
      next_return_look_at: inMs === null ? null : new Date(now.getTime() + inMs),
    });
    return { isDoubleSpent, isReturned };
  });
  if (news.isDoubleSpent) ctx.log.error({ payment: id }, 'coins that were credited were spent twice');
  if (news.isReturned) ctx.log.error({ payment: id }, 'coins that were credited went back to their payer');
}
