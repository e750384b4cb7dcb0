import { minorOf, toWire } from '@backlot/domain/money/money';
import { walletShortfall } from '@backlot/domain/money/wallet';
import { useMe, useSetting } from '../../lib/site.tsx';

export interface OwnWallet {
  /** It can be paid from: fans can fill it here, or there is something in it. */
  readonly isOffered: boolean;
  readonly balance: number;
  /** What is added pays for it first; above zero only while the balance is zero. */
  readonly owed: number;
  /** SUB-49. */
  readonly isDefault: boolean;
}

/** The viewer's wallet on this site, in the wire's amounts. */
export function useOwnWallet(): OwnWallet {
  const me = useMe();
  const canFill = useSetting('is_crypto_payment_enabled');
  const balance = me?.wallet_amount ?? 0;
  return {
    isOffered: me?.role === 'user' && (canFill || balance > 0),
    balance,
    owed: me?.wallet_owed ?? 0,
    isDefault: me?.default_payment_method === 'crypto_currency',
  };
}

/** What is missing for a price and for what is owed, rounded up to a whole dollar; 0 where the balance covers the price. */
export const missingFor = (price: number, { balance, owed }: Pick<OwnWallet, 'balance' | 'owed'>): number =>
  minorOf(balance) >= minorOf(price) ? 0 : toWire(walletShortfall(minorOf(price) + minorOf(owed), minorOf(balance)));
