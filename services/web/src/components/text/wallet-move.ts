import type { WalletMove } from '@backlot/contracts/wallet';
import type { TextKey } from '../../lib/texts/texts.ts';

/** What moved a wallet, in words; fans and staff read the same. */
export const walletMoveTexts = {
  added: 'wallet-kind-added',
  spent: 'wallet-kind-spent',
  returned: 'wallet-kind-returned',
  taken_back: 'wallet-kind-taken-back',
  taken_out: 'wallet-kind-taken-out',
  settled: 'wallet-kind-settled',
} as const satisfies Record<WalletMove, TextKey>;
