import type { TenantDb } from '@backlot/database';
import { postTransaction } from '../ledger-rows.ts';
import { tellWallet } from './credit-wallet.ts';
import { walletOf } from './wallet-rows.ts';

export interface SettledDebt {
  /** The decision of staff that it is booked by. */
  readonly settlementId: string;
  readonly userId: string;
  readonly currency: string;
  /** `paid`: the fan paid it past us. `written_off`: it is not asked for any more. */
  readonly how: 'paid' | 'written_off';
  readonly at: Date;
}

/** Ends what a fan owes. The fan is held. @returns minor units that were owed; 0 when it was settled meanwhile */
export async function settleDebt(db: TenantDb, debt: SettledDebt): Promise<number> {
  const { settlementId, userId, currency, how, at } = debt;
  const { owedMinor } = await walletOf(db, userId, currency);
  if (owedMinor === 0) return 0;
  await postTransaction(db, {
    kind: 'debt_settled',
    cause: { type: 'open_item_settlement', id: settlementId },
    userId,
    currency,
    at,
    entries: [
      { account: { kind: how === 'paid' ? 'paid_by_hand' : 'written_off' }, amountMinor: owedMinor },
      { account: { kind: 'owed_by_fan' }, amountMinor: -owedMinor },
    ],
  });
  await tellWallet(db, userId, currency);
  return owedMinor;
}
