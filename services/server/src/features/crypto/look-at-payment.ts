import type { TenantDb } from '@backlot/database';
import { coinsSeen, mayHaveComeInWindow, nextCryptoState, type CryptoRate } from '@backlot/domain/money/crypto';
import { decimalOf, decimalText, largerOf, shareOf, type Decimal } from '@backlot/domain/money/decimal';
import { toWire } from '@backlot/domain/money/money';
import type { ForumpayCheck } from '@backlot/payments/forumpay/answers';
import type { ForumpayClient } from '@backlot/payments/forumpay/client';
import type { AppContext } from '../../context.ts';
import { append } from '../../jobs/append.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { setDefaultPaymentMethod } from '../accounts/index.ts';
import { lockBuyer } from '../ledger/index.ts';
import { creditCoins } from './credit-coins.ts';
import { findPayment, lockPayment, updatePayment, type CryptoAlarm, type CryptoPaymentRow } from './crypto-rows.ts';
import { findStarted } from './find-started.ts';
import { forumpayOf } from './open-forumpay.ts';
import { invoiceText } from './quote-payment.ts';
import { firstReturnLookAt, isDoubtedLong, isUnresolved, mayStillCome, nextLookMs } from './watch-times.ts';
import { lookLater } from './look-later.ts';

/**
 * The one way by which a payment goes on, whoever asks: the open page, the provider's webhook, or our own watch. The
 * provider is asked without a connection, then its answer meets the row with the fan and the row held: an answer that is
 * older than another changes nothing that the other did.
 * @returns the payment as it is now; null where there is none
 */
export async function lookAtPayment(ctx: AppContext, tenant: Tenant, id: string): Promise<CryptoPaymentRow | null> {
  const row = await ctx.database.tenants.read(tenant, (db) => findPayment(db, id));
  if (row === null || row.state === 'quoted') return row;
  const client = await forumpayOf(ctx, tenant, row);
  if (client === null) {
    ctx.log.error({ payment: id }, 'a crypto payment is under way and the credentials of its account are gone');
    return watchOn(ctx, tenant, id);
  }
  const started = row.address === null ? await findStarted(ctx, tenant, row, client) : row;
  if (started === null || started.address === null) return watchOn(ctx, tenant, id);
  const askedAt = ctx.clock.now();
  const answer = await client.check({
    paymentId: started.provider_payment_id,
    currency: started.crypto_currency,
    address: started.address,
  });
  if (answer.kind !== 'told') {
    ctx.log.warn({ payment: id, answer }, 'a crypto payment could not be looked at');
    return watchOn(ctx, tenant, id);
  }
  const look = { check: answer.value, askedAt };
  const first = await take(ctx, tenant, id, { ...look, moment: 'unasked' });
  if (!first.wantsRate) return first.row;
  return (await take(ctx, tenant, id, { ...look, moment: await rateNow(client, first.row) })).row;
}

interface Look {
  readonly check: ForumpayCheck;
  readonly askedAt: Date;
  /** What coins are worth now; null where the provider does not tell. */
  readonly moment: CryptoRate | 'unasked' | null;
}

interface Taken {
  readonly row: CryptoPaymentRow;
  readonly wantsRate: boolean;
}

/** What an answer changes, in one transaction. */
function take(ctx: AppContext, tenant: Tenant, id: string, look: Look): Promise<Taken> {
  const now = ctx.clock.now();
  return ctx.database.tenants.write(tenant, async (db) => {
    const { user_id: userId } = (await findPayment(db, id))!;
    await lockBuyer(db, userId);
    const before = (await lockPayment(db, id))!;
    const { told, invoiceAmount, missing } = look.check;
    const seen = seenInWindow(before, look);
    const state = nextCryptoState(before.state, told);
    const moment = look.moment === 'unasked' ? null : look.moment;
    const { credited, wantsRate } = told.isConfirmed
      ? await creditCoins(db, before, { paid: told.paid, seenInWindow: seen, moment, now })
      : { credited: null, wantsRate: false };
    const creditedMinor = before.credited_minor + (credited?.minor ?? 0);
    const providerMinor = told.isConfirmed && invoiceAmount ? shareOf(100, invoiceAmount, one) : before.provider_minor;
    const isSame = creditedMinor === before.credited_minor && providerMinor === before.provider_minor;
    const after = await updatePayment(db, id, {
      state,
      seen_in_window: decimalText(seen),
      looked_at: before.looked_at !== null && before.looked_at > look.askedAt ? before.looked_at : look.askedAt,
      missing: state === 'underpayment' && missing ? { coins: decimalText(missing.amount), uri: missing.qr } : null,
      // Coins that are credited once their rate is asked are no alarm before it is.
      alarm:
        wantsRate && look.moment === 'unasked'
          ? before.alarm
          : alarmOf(ctx, before, { state, provider_minor: providerMinor, credited_minor: creditedMinor }, now),
      ...(before.doubted_since && providerMinor === before.listed_minor && { doubted_since: null, listed_minor: null }),
      ...(credited && {
        credited_coins: credited.coins,
        credited_minor: creditedMinor,
        // On the schema of the version before nobody looks.
        ...(before.next_return_look_at === undefined ? {} : { next_return_look_at: firstReturnLookAt(now) }),
      }),
      provider_minor: providerMinor,
      // What staff said was about other amounts.
      ...(before.explained_at && !isSame && { explained_at: null, explained_by: null, explained_note: null }),
    });
    // WAL-18.
    if (credited) await setDefaultPaymentMethod(db, userId, 'crypto_currency');
    if (after.state !== before.state || after.credited_minor !== before.credited_minor) await tell(db, after);
    return { row: await scheduleLook(db, after, now), wantsRate };
  });
}

const one: Decimal = { units: 1n, scale: 0 };

/** The most coins that had shown up while the quote held. */
function seenInWindow(row: CryptoPaymentRow, { check, askedAt }: Look): Decimal {
  const known = decimalOf(row.seen_in_window);
  const lookedBeforeAt = row.looked_at ?? row.started_at;
  const isInWindow =
    row.expires_at !== null &&
    (askedAt <= row.expires_at || (lookedBeforeAt !== null && mayHaveComeInWindow(lookedBeforeAt, row.expires_at)));
  return isInWindow ? largerOf(known, coinsSeen(check.told)) : known;
}

/** What coins that were spent twice raised stays; every other alarm goes by the state as it is now. */
function alarmOf(
  ctx: AppContext,
  before: CryptoPaymentRow,
  told: Pick<CryptoPaymentRow, 'state' | 'provider_minor' | 'credited_minor'>,
  now: Date,
): CryptoPaymentRow['alarm'] {
  if (before.alarm === 'double-spent') return before.alarm;
  const row = { ...before, ...told };
  // Staff had settled it when the doubt began, which they see again only if it lasts.
  const isSeen = before.doubted_since != null && before.alarm === null && isUnresolved(before, now);
  const raised: readonly CryptoAlarm[] = [
    ...(row.state === 'blocked' ? (['blocked'] as const) : []),
    ...((isUnresolved(row, now) && !isSeen) || isDoubtedLong(row, now) ? (['unresolved'] as const) : []),
  ];
  const alarm = raised.find((one) => !isSettled(row, one)) ?? null;
  if (alarm !== null && alarm !== row.alarm)
    ctx.log.error({ payment: row.id, alarm }, 'a crypto payment needs to be looked into');
  return alarm;
}

/** Coins that were spent twice weigh more than coins that are only unclear, so that they take that alarm's place. */
export const mayBeSpentTwice = (row: CryptoPaymentRow): boolean =>
  (row.alarm === null || row.alarm === 'unresolved') && !isSettled(row, 'double-spent');

/** Staff have seen to it: a look that finds the same tells them nothing new. */
const isSettled = (row: CryptoPaymentRow, alarm: CryptoAlarm): boolean => row.settled_alarms?.includes(alarm) ?? false;

const tell = (db: TenantDb, row: CryptoPaymentRow): Promise<void> =>
  append(db, `user:${row.user_id}`, 'CRYPTO_PAYMENT_CHANGED', {
    payment_id: row.provider_payment_id,
    state: row.state,
    credited_amount: toWire(row.credited_minor),
  });

/** What coins of this payment's currency are worth now, by a quote of the same amount. */
async function rateNow(client: ForumpayClient, row: CryptoPaymentRow): Promise<CryptoRate | null> {
  const answer = await client.rate({
    invoiceAmount: invoiceText(row.amount_minor),
    invoiceCurrency: row.currency,
    currency: row.crypto_currency,
  });
  return answer.kind === 'told' ? { amountMinor: row.amount_minor, coins: answer.value.amount } : null;
}

/** Nothing was learned: the watch goes on, and staff hear of coins of which nobody has told for long. */
const watchOn = (ctx: AppContext, tenant: Tenant, id: string): Promise<CryptoPaymentRow> =>
  ctx.database.tenants.write(tenant, async (db) => {
    const now = ctx.clock.now();
    const row = (await lockPayment(db, id))!;
    const alarm = row.alarm ?? alarmOf(ctx, row, row, now);
    return scheduleLook(db, alarm === row.alarm ? row : await updatePayment(db, id, { alarm }), now);
  });

/** The next look of our own, with the change that it follows. */
async function scheduleLook(db: TenantDb, row: CryptoPaymentRow, now: Date): Promise<CryptoPaymentRow> {
  const inMs = nextLookMs(row, now);
  if (inMs !== null) await lookLater(db, row.id, inMs);
  return updatePayment(db, row.id, {
    next_look_at: inMs === null ? null : new Date(now.getTime() + inMs),
    // Null, and not absent as on the schema of the version before.
    ...(inMs === null && row.next_return_look_at === null && mayStillCome(row, now)
      ? { next_return_look_at: firstReturnLookAt(now) }
      : {}),
  });
}
