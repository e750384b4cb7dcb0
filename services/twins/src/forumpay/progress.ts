import {
  addDecimals,
  compareDecimals,
  decimalOf,
  isZero,
  shareOf,
  subtractDecimals,
  zero,
  type Decimal,
} from '@backlot/domain/money/decimal';
import type { TwinPayment } from './books.ts';
import { written, type Coin } from './rates.ts';

export const windowMs = 15 * 60_000;

export interface Progress {
  readonly state: string;
  readonly total: Decimal;
  /** Coins that have their confirmations. */
  readonly settled: Decimal;
  readonly unconfirmed: Decimal;
  readonly missing: Decimal | null;
}

const total = (payment: TwinPayment, counts: (confirmations: number) => boolean): Decimal =>
  payment.transfers
    .filter(({ confirmations }) => counts(confirmations))
    .reduce((sum, { amount }) => addDecimals(sum, decimalOf(amount)), zero);

/** Moves a payment on to `now`: windows that closed, payments that are accepted. What it is now is derived. */
export function moveOn(payment: TwinPayment, coin: Coin, now: number): Progress {
  const all = total(payment, () => true);
  const settled = total(payment, (confirmations) => confirmations >= payment.minConfirmations);
  const closesAt = payment.startedAt + windowMs;
  const asked = decimalOf(payment.amount);
  if (isZero(all) && now >= closesAt) payment.cancelledAt ??= closesAt;
  const isSettled = !isZero(all) && compareDecimals(all, settled) === 0;
  if (isSettled && payment.confirmedAt === null && !payment.isBlocked) {
    const accepted = acceptedMinor(payment, coin, settled, now >= closesAt);
    if (accepted !== null) {
      payment.confirmedAt = now;
      payment.acceptedMinor = accepted;
    }
  }
  return {
    state: stateOf(payment, { all, isSettled }),
    total: all,
    settled,
    unconfirmed: subtractDecimals(all, settled),
    missing:
      payment.confirmedAt === null && !isZero(all) && compareDecimals(all, asked) < 0
        ? subtractDecimals(asked, all)
        : null,
  };
}

/** What the invoice comes to, or null while it is not accepted. Short payments wait for the rest until the window closes. */
function acceptedMinor(payment: TwinPayment, coin: Coin, settled: Decimal, isClosed: boolean): number | null {
  const isLate = payment.cancelledAt !== null;
  if (isLate && !payment.acceptsLate) return null;
  const worth = isLate
    ? Number((settled.units * BigInt(Math.round(coin.rate * 100))) / 10n ** BigInt(settled.scale))
    : shareOf(payment.invoiceMinor, settled, decimalOf(payment.amount));
  if (worth < payment.invoiceMinor) {
    const isEnough = payment.underpaymentMinMinor !== null && worth >= payment.underpaymentMinMinor;
    return isEnough && (isLate || isClosed) ? worth : null;
  }
  const isTooMuch = payment.overpaymentMaxMinor === null || worth > payment.overpaymentMaxMinor;
  return isTooMuch ? payment.invoiceMinor : worth;
}

function stateOf(payment: TwinPayment, { all, isSettled }: { all: Decimal; isSettled: boolean }): string {
  if (payment.isBlocked) return 'blocked';
  if (payment.confirmedAt !== null) return 'confirmed';
  if (isZero(all)) return payment.cancelledAt === null ? 'waiting' : 'cancelled';
  if (!isSettled) return 'processing';
  return payment.cancelledAt !== null && !payment.acceptsLate ? 'cancelled' : 'underpayment';
}

/** What a person reads: a countdown stands in it while it waits. */
export function statusText(state: string, payment: TwinPayment, now: number, isForeign: boolean): string {
  const left = Math.max(0, Math.ceil((payment.startedAt + windowMs - now) / 1000));
  const clock = `${String(Math.floor(left / 60)).padStart(2, '0')}:${String(left % 60).padStart(2, '0')}`;
  const texts = isForeign ? foreign : english;
  return state === 'waiting' ? `${texts[state]} [${clock}]` : (texts[state] ?? state);
}

const english: Readonly<Record<string, string>> = {
  waiting: 'Waiting for payment',
  processing: 'Processing',
  underpayment: 'Underpayment',
  confirmed: 'Confirmed',
  cancelled: 'Cancelled',
  blocked: 'Blocked',
};
const foreign: Readonly<Record<string, string>> = {
  waiting: 'Čaka na plačilo',
  processing: 'V obdelavi',
  underpayment: 'Premalo plačano',
  confirmed: 'Potrjeno',
  cancelled: 'Preklicano',
  blocked: 'Blokirano',
};

export const coinsText = (amount: Decimal, { decimals }: Coin): string => written(amount, decimals);
