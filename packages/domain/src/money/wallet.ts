import type { Minor } from './money.ts';

/** WAL-25, WAL-33: what a fan has to add to pay from the wallet, rounded up to a whole dollar; 0 where it covers the price. */
export const walletShortfall = (priceMinor: Minor, balanceMinor: Minor): Minor =>
  Math.ceil(Math.max(0, priceMinor - balanceMinor) / 100) * 100;
