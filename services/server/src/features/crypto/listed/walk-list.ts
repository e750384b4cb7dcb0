import type { TenantDb } from '@backlot/database';
import { shareOf, type Decimal } from '@backlot/domain/money/decimal';
import type { ForumpayListed, ForumpayPage } from '@backlot/payments/forumpay/answers';
import type { ForumpayClient } from '@backlot/payments/forumpay/client';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import type { CryptoPaymentRow } from '../crypto-rows.ts';
import { lookAtPayment } from '../look-at-payment.ts';
import { doubtedMs } from '../watch-times.ts';
import { beginDoubts, endDoubts } from './doubt-rows.ts';
import { keepUnknown, listKnown, listPoints, updateReading, type CoinListReadingRow } from './listed-rows.ts';

/** Payments of a page, and pages of a run. A longer list is gone on with by the next run. */
const [pageSize, mostPages] = [100, 20];

/** `code` of a walk that came to the end past payments of ours that can't be read. */
export const unreadablePayment = 'unreadable-payment';

export type Walked =
  | { readonly kind: 'ended'; readonly unreadable: number }
  /** The next run goes on with it. */
  | { readonly kind: 'open' }
  /** `isLost`: the next walk begins at the first page. */
  | {
      readonly kind: 'failed';
      readonly outcome: 'refused' | 'unknown';
      readonly code: string;
      readonly isLost?: boolean;
    };

/** From the page on that is next. What each tells is kept before the next is asked for. */
export async function walkList(
  ctx: AppContext,
  tenant: Tenant,
  client: ForumpayClient,
  turn: CoinListReadingRow,
  signal: AbortSignal | undefined,
): Promise<Walked> {
  const { tenants } = ctx.database;
  const { account_id: accountId } = turn;
  const points = await tenants.read(tenant, (db) => listPoints(db, accountId));
  const seen = new Set<string>();
  let { next_offset: offset, unreadable } = turn;
  for (let page = 0; page < mostPages && !signal?.aborted; page += 1) {
    const answer = await client.list(offset, pageSize);
    if (answer.kind === 'refused')
      return { kind: 'failed', outcome: 'refused', code: (answer.code || answer.message).slice(0, 100) };
    if (answer.kind === 'unknown') return { kind: 'failed', outcome: 'unknown', code: answer.cause };
    const { count, payments } = answer.value;
    if (count === 0) return { kind: 'ended', unreadable };
    const ids = payments.flatMap(({ paymentId }) => paymentId ?? []);
    // The same page again would be read for ever.
    if (ids.length > 0 && ids.every((id) => seen.has(id)))
      return { kind: 'failed', outcome: 'unknown', code: 'unreadable-answer', isLost: true };
    for (const id of ids) seen.add(id);
    offset += count;
    const taken = await tenants.write(tenant, async (db) => {
      const told = await takePage(db, accountId, answer.value, points, ctx.clock.now());
      await updateReading(db, accountId, { next_offset: offset, unreadable: unreadable + told.unreadable });
      return told;
    });
    unreadable += taken.unreadable;
    for (const paymentId of taken.doubted) await lookAtPayment(ctx, tenant, paymentId);
  }
  return { kind: 'open' };
}

interface Taken {
  /** Payments of ours that came to something else there. */
  readonly doubted: readonly string[];
  /** How many that are ours, or may be, can't be read. */
  readonly unreadable: number;
}

async function takePage(
  db: TenantDb,
  accountId: string,
  { payments, unreadable }: ForumpayPage,
  points: ReadonlySet<string>,
  now: Date,
): Promise<Taken> {
  const accepted = payments.filter(({ isAccepted }) => isAccepted);
  const rows = await listKnown(
    db,
    payments.flatMap(({ paymentId }) => paymentId ?? []),
  );
  const known = new Map(rows.map((row) => [row.provider_payment_id, row]));
  // Others sell at the same account, each at a point of sale of their own or at none: none of that ends a walk of ours.
  const isOurs = ({ paymentId, posId }: ForumpayListed): boolean =>
    (paymentId !== null && known.has(paymentId)) || (posId !== null && points.has(posId));
  const ours = accepted.filter(isOurs);
  const told = ours.flatMap(({ paymentId, came }) =>
    paymentId === null || came === null
      ? []
      : [{ ...came, paymentId, minor: shareOf(100, came.invoiceAmount, whole), row: known.get(paymentId) }],
  );
  await keepUnknown(
    db,
    accountId,
    told
      .filter(({ row, minor }) => row === undefined && minor > 0)
      .map(({ paymentId, minor, invoiceCurrency, startedAt }) => ({
        provider_payment_id: paymentId,
        amount_minor: minor,
        currency: invoiceCurrency,
        occurred_at: startedAt,
      })),
  );
  const taken = new Set(accepted.map(({ paymentId }) => paymentId));
  return {
    doubted: await doubt(
      db,
      told.flatMap(({ row, minor }) => (row === undefined ? [] : [{ row, minor }])),
      rows.filter((row) => !taken.has(row.provider_payment_id)),
      now,
    ),
    unreadable: unreadable + ours.length - told.length,
  };
}

/** Keeps since when a payment came to something else there. @returns those to look at */
async function doubt(
  db: TenantDb,
  told: ReadonlyArray<{ readonly row: CryptoPaymentRow; readonly minor: number }>,
  unaccepted: readonly CryptoPaymentRow[],
  now: Date,
): Promise<string[]> {
  const isApart = ({ row, minor }: (typeof told)[number]): boolean => row.provider_minor !== minor;
  // One that is still watched is looked at by itself.
  const apart = told.filter((one) => one.row.state !== 'quoted' && one.row.next_look_at === null && isApart(one));
  // On the schema of the version before nothing is kept, and each is looked at whenever it is met.
  const news = apart.filter(
    ({ row, minor }) => row.doubted_since === null || (row.doubted_since && row.listed_minor !== minor),
  );
  // The list says the same, or that it accepted nothing.
  const over = [...told.filter((one) => !isApart(one)).map(({ row }) => row), ...unaccepted].filter(
    (row) => row.doubted_since,
  );
  await beginDoubts(
    db,
    news.map(({ row, minor }) => ({ id: row.id, minor })),
    now,
  );
  await endDoubts(
    db,
    over.map(({ id }) => id),
  );
  return apart.filter((one) => news.includes(one) || !isOld(one.row, now)).map(({ row }) => row.id);
}

const isOld = ({ doubted_since: since }: CryptoPaymentRow, now: Date): boolean =>
  since != null && now.getTime() - since.getTime() >= doubtedMs;

const whole: Decimal = { units: 1n, scale: 0 };
