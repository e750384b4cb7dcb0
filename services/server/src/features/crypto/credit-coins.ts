import type { TenantDb } from '@backlot/database';
import { coinsToCredit, worthOf, type CryptoRate } from '@backlot/domain/money/crypto';
import {
  addDecimals,
  decimalOf,
  decimalText,
  isZero,
  subtractDecimals,
  zero,
  type Decimal,
} from '@backlot/domain/money/decimal';
import { v7 } from 'uuid';
import { mailLater } from '../../mail/mail-later.ts';
import { creditWallet } from '../ledger/index.ts';
import type { CryptoCreditRow, CryptoPaymentRow } from './crypto-rows.ts';

/** Who holds what came as coins, in the books. */
export const coinProvider = 'forumpay';

export interface Crediting {
  /** All coins that are credited now, and what was added; null where nothing was. */
  readonly credited: { readonly coins: string; readonly minor: number } | null;
  /** Some coins came after the quote, and what they are worth at this moment is not known yet. */
  readonly wantsRate: boolean;
}

interface Confirmed {
  /** All coins that the provider took, together. */
  readonly paid: Decimal;
  readonly seenInWindow: Decimal;
  /** What coins are worth now; null where nobody asked. */
  readonly moment: CryptoRate | null;
  readonly now: Date;
}

/**
 * DECISIONS 24: puts what was confirmed and is not credited yet into the fan's wallet, once: what came while the quote
 * held at its rate, what came later at the rate of this moment. Row, books and wallet change together, with the payment
 * and its fan held. Less than a hundredth waits for more.
 */
export async function creditCoins(
  db: TenantDb,
  row: CryptoPaymentRow,
  { paid, seenInWindow, moment, now }: Confirmed,
): Promise<Crediting> {
  const credited = decimalOf(row.credited_coins);
  const { quotedUpTo, atMoment } = coinsToCredit({ paid, credited, seenInWindow });
  const wantsRate = !isZero(atMoment) && moment === null;
  const quote: CryptoRate = { amountMinor: row.amount_minor, coins: decimalOf(row.asked_coins) };
  const credits = [
    {
      kind: 'quote' as const,
      from: credited,
      to: quotedUpTo,
      rate: quote,
      minor: worthOf(credited, quotedUpTo, quote),
    },
    ...(moment === null || isZero(atMoment)
      ? []
      : [
          {
            kind: 'moment' as const,
            from: quotedUpTo,
            to: addDecimals(quotedUpTo, atMoment),
            rate: moment,
            minor: worthOf(zero, atMoment, moment),
          },
        ]),
  ].filter(({ minor }) => minor > 0);
  const last = credits.at(-1);
  if (last === undefined) return { credited: null, wantsRate };
  for (const { kind, from, to, rate, minor } of credits) {
    const credit: CryptoCreditRow = {
      id: v7(),
      payment_id: row.id,
      from_coins: decimalText(from),
      to_coins: decimalText(to),
      amount_minor: minor,
      currency: row.currency,
      rate_kind: kind,
      rate_minor: rate.amountMinor,
      rate_coins: decimalText(rate.coins),
      created_at: now,
    };
    await db('crypto_credits').insert(credit);
    await creditWallet(db, {
      userId: row.user_id,
      amountMinor: minor,
      currency: row.currency,
      cause: { type: 'crypto_payment', id: credit.id },
      provider: coinProvider,
      at: now,
    });
  }
  const minor = credits.reduce((sum, part) => sum + part.minor, 0);
  await mailLater(db, 'funds-added', row.user_id, {
    amountMinor: minor,
    currency: row.currency,
    at: now.toISOString(),
    coins: decimalText(subtractDecimals(last.to, credited)),
    cryptoCurrency: row.crypto_currency,
    reference: row.id,
    isAtMoment: credits.some(({ kind }) => kind === 'moment') ? 1 : 0,
  });
  return { credited: { coins: decimalText(last.to), minor }, wantsRate };
}
