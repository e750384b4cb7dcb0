import { minorOf, toWire } from '@backlot/domain/money/money';
import type { OwnWallet } from '../../../entities/wallet/own-wallet.ts';

/** What the wallet holds once so much is added, and what is owed is paid from it. */
export const balanceAfter = (added: number, { balance, owed }: Pick<OwnWallet, 'balance' | 'owed'>): number =>
  toWire(Math.max(0, minorOf(balance) + minorOf(added) - minorOf(owed)));
