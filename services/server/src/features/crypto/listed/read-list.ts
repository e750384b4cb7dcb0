import type { TenantDb } from '@backlot/database';
import { shareOf, type Decimal } from '@backlot/domain/money/decimal';
import type { ForumpayListed } from '@backlot/payments/forumpay/answers';
import type { AppContext } from '../../../context.ts';
import { scheduledJob } from '../../../jobs/job.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import type { CryptoAccountRow } from '../account-rows.ts';
import { lookAtPayment } from '../look-at-payment.ts';
import { forumpayOf } from '../open-forumpay.ts';
import {
  keepUnknown,
  listDueAccounts,
  listKnown,
  listPoints,
  takeTurn,
  updateReading,
  type CoinListReadingRow,
} from './listed-rows.ts';

/** Payments of a page, and pages of a run. A longer list is gone on with by the next run. */
const [pageSize, mostPages] = [100, 20];
const hourMs = 3_600_000;
/** Milliseconds between the beginnings of two walks, and after a page that was not answered. */
const [dailyMs, retryMs] = [24 * hourMs, hourMs];

/**
 * Walks once a day through what the provider lists of an account: what was accepted there and is no payment of ours is shown
 * to staff, and a payment that came to something else than we know is looked at. In which order it lists them is documented
 * nowhere, nor where the list ends but by a page with nothing on it, so that it is read whole.
 */
export const readCoinListsJob = scheduledJob({
  name: 'reconcile-coins',
  schedule: '*/10 * * * *',
  lane: 'reports',
  spreadMs: 8 * 60_000,
  async run({ ctx, tenant, log, signal }) {
    const now = ctx.clock.now();
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
  const after = (ms: number): Date => new Date(now.getTime() + ms);
  const leave = (change: Partial<CoinListReadingRow>) => tenants.write(tenant, (db) => updateReading(db, id, change));
  const turn = await tenants.write(tenant, (db) => takeTurn(db, id, { now, until: after(hourMs) }));
  if (turn === null) return;
  const failed = (outcome: 'refused' | 'unknown', code: string, change: Partial<CoinListReadingRow> = {}) => {
    ctx.log.warn({ account: id, outcome, code }, 'a list of payments in coins was not answered');
    return leave({ outcome, code, next_at: after(retryMs), ...change });
  };
  const client = await forumpayOf(ctx, tenant, { host, pos_id: '', account_id: id });
  if (client === null) return void (await failed('refused', 'no-credentials'));
  const points = await tenants.read(tenant, (db) => listPoints(db, id));
  const seen = new Set<string>();
  let offset = turn.next_offset;
  for (let page = 0; page < mostPages && !signal?.aborted; page += 1) {
    const answer = await client.list(offset, pageSize);
    if (answer.kind === 'refused') return void (await failed('refused', (answer.code || answer.message).slice(0, 100)));
    if (answer.kind === 'unknown') return void (await failed('unknown', answer.cause));
    const { count, payments } = answer.value;
    if (count === 0) {
      const next = new Date(Math.max(turn.begun_at.getTime() + dailyMs, now.getTime()));
      await leave({ outcome: 'read', code: null, read_until: turn.begun_at, next_offset: 0, next_at: next });
      return;
    }
    // The same page again would be read for ever.
    if (payments.length > 0 && payments.every(({ paymentId }) => seen.has(paymentId)))
      return void (await failed('unknown', 'unreadable-answer', { next_offset: 0 }));
    for (const { paymentId } of payments) seen.add(paymentId);
    offset += count;
    const doubted = await tenants.write(tenant, (db) => takePage(db, id, { payments, points, offset }));
    for (const paymentId of doubted) await lookAtPayment(ctx, tenant, paymentId);
  }
  await leave({ next_at: now });
}

interface Page {
  readonly payments: readonly ForumpayListed[];
  readonly points: ReadonlySet<string>;
  /** Where the next one begins. */
  readonly offset: number;
}

/** What a page tells, and that it was read. @returns payments of ours that came to something else there */
async function takePage(db: TenantDb, accountId: string, { payments, points, offset }: Page): Promise<string[]> {
  const accepted = payments.filter(({ confirmedAt }) => confirmedAt !== null);
  const rows = await listKnown(
    db,
    accepted.map(({ paymentId }) => paymentId),
  );
  const known = new Map(rows.map((row) => [row.provider_payment_id, row]));
  const told = accepted.map((one) => ({ ...one, minor: shareOf(100, one.invoiceAmount, whole) }));
  // Another site may have its own point of sale at the same account.
  const unknown = told.filter(({ paymentId, posId, minor }) => !known.has(paymentId) && points.has(posId) && minor > 0);
  await keepUnknown(
    db,
    accountId,
    unknown.map(({ paymentId, minor, invoiceCurrency, startedAt }) => ({
      provider_payment_id: paymentId,
      amount_minor: minor,
      currency: invoiceCurrency,
      occurred_at: startedAt,
    })),
  );
  await updateReading(db, accountId, { next_offset: offset });
  return told.flatMap(({ paymentId, minor }) => {
    const row = known.get(paymentId);
    // One that is still watched is looked at by itself.
    const isDoubted = row && row.state !== 'quoted' && row.next_look_at === null && row.provider_minor !== minor;
    return isDoubted ? [row.id] : [];
  });
}

const whole: Decimal = { units: 1n, scale: 0 };
