import { minorOf, toWire } from '@backlot/domain/money/money';
import { walletShortfall } from '@backlot/domain/money/wallet';
import { useMe, useSetting } from '../../lib/site.tsx';

export interface OwnWallet {
  /** It can be paid from: fans can fill it here, or there is something in it. */
  readonly isOffered: boolean;
  readonly balance: number;
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
    isDefault: me?.default_payment_method === 'crypto_currency',
  };
}

/** What is missing for a price, rounded up to a whole dollar; 0 where the balance covers it. */
export const missingFor = (price: number, balance: number): number =>
  toWire(walletShortfall(minorOf(price), minorOf(balance)));
