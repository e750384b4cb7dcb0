import { decimalOf, type Decimal } from '@backlot/domain/money/decimal';

export interface Coin {
  readonly description: string;
  /** Whole units of the invoice's currency a coin. */
  rate: number;
  readonly networkFee: string;
  readonly decimals: number;
  readonly minConfirmations: number;
  readonly minutes: number;
  sellStatus: string;
}

/** Deterministic: the same question has the same answer until somebody moves a rate. */
export const openCoins = (): Map<string, Coin> =>
  new Map([
    ['BTC', coin('Bitcoin', 50_000, '0.00000200', 8, 1, 10)],
    ['ETH', coin('Ethereum', 2_500, '0.00040000', 8, 12, 3)],
    ['LTC', coin('Litecoin', 80, '0.00100000', 8, 3, 8)],
    ['USDT', coin('Tether', 1, '0.50000000', 6, 20, 2)],
    ['XRP', { ...coin('XRP', 2, '0.00001000', 6, 1, 1), sellStatus: 'DISABLED' }],
  ]);

const coin = (
  description: string,
  rate: number,
  networkFee: string,
  decimals: number,
  minConfirmations: number,
  minutes: number,
): Coin => ({ description, rate, networkFee, decimals, minConfirmations, minutes, sellStatus: 'OK' });

/** Coins for an amount in hundredths, rounded up: nobody is told to send less than it costs. */
export function coinsFor(minor: number, { rate, decimals }: Coin): Decimal {
  const divisor = BigInt(Math.round(rate * 10_000));
  const units = (BigInt(minor) * 100n * 10n ** BigInt(decimals) + divisor - 1n) / divisor;
  return { units, scale: decimals };
}

export const feeOf = (coin: Coin): Decimal => decimalOf(coin.networkFee);

/** With as many decimals as the coin has, as the provider writes it. */
export function written({ units, scale }: Decimal, decimals: number): string {
  const digits = (scale > decimals ? units / 10n ** BigInt(scale - decimals) : units * 10n ** BigInt(decimals - scale))
    .toString()
    .padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
