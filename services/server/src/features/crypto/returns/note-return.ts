import type { TenantDb } from '@backlot/database';
import { compareDecimals, decimalOf, decimalText, largerOf, type Decimal } from '@backlot/domain/money/decimal';
import type { ForumpayReturn } from '@backlot/payments/forumpay/answers';
import { v7 } from 'uuid';
import { findLastReturn, type CoinReturnRow } from './return-rows.ts';

/**
 * Keeps what the provider tells of coins that went back. More than it told before is an open item, also after staff settled
 * what was known then; what was only asked for and is sent since is the same return, unless nothing was taken out of the
 * wallet for it. The payment is held.
 * @returns whether it is news for staff
 */
export async function noteReturn(db: TenantDb, paymentId: string, told: ForumpayReturn, now: Date): Promise<boolean> {
  const last = await findLastReturn(db, paymentId);
  const as = {
    refund_coins: decimalText(told.refund),
    opened_coins: decimalText(told.opened),
    status: told.status,
  };
  if (last !== null && last.settled_at === null) {
    await db('coin_returns').where({ id: last.id }).update(as);
    return false;
  }
  if (last !== null && !isNews(told, last)) return false;
  await db('coin_returns').insert({
    id: v7(),
    payment_id: paymentId,
    ...as,
    noticed_at: now,
    taken_out_minor: 0,
    settled_at: null,
  });
  return true;
}

function isNews(told: ForumpayReturn, last: CoinReturnRow): boolean {
  if (compareDecimals(goneOf(told), largestOf(last)) > 0) return true;
  return last.taken_out_minor === 0 && compareDecimals(told.refund, decimalOf(last.refund_coins)) > 0;
}

const goneOf = ({ refund, opened }: ForumpayReturn): Decimal => largerOf(refund, opened);
const largestOf = (row: { readonly refund_coins: string; readonly opened_coins: string }): Decimal =>
  largerOf(decimalOf(row.refund_coins), decimalOf(row.opened_coins));
