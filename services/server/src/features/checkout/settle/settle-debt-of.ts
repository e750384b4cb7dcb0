import { DomainError } from '@backlot/contracts';
import type { OpenItemDecision } from '@backlot/contracts/open-items';
import type { TenantDb } from '@backlot/database';
import { v7 } from 'uuid';
import { lockBuyer, settleDebt, walletCurrencies } from '../../ledger/index.ts';
import type { ByHand } from './settle-reversal.ts';
import { recordBeside } from './settlement-rows.ts';

interface Deciding {
  readonly asked: { readonly id: string; readonly decision: OpenItemDecision };
  readonly by: ByHand;
  readonly now: Date;
}

/**
 * Ends what a fan owes; such an item goes by the fan's id. @returns false where no fan of this id ever had a wallet
 * @throws open-item-settled, invalid-request for a decision that does not fit
 */
export async function settleDebtOf(db: TenantDb, deciding: Deciding): Promise<boolean> {
  const { asked, now } = deciding;
  const currencies = await walletCurrencies(db, asked.id);
  if (currencies.length === 0) return false;
  if (asked.decision !== 'paid_by_hand' && asked.decision !== 'written_off')
    throw new DomainError('invalid-request', {}, { fields: [{ field: 'decision', code: 'enum' }] });
  await lockBuyer(db, asked.id);
  const how = asked.decision === 'paid_by_hand' ? 'paid' : 'written_off';
  let isSettled = false;
  for (const currency of currencies) {
    const settlementId = v7();
    const amountMinor = await settleDebt(db, { settlementId, userId: asked.id, currency, how, at: now });
    if (amountMinor === 0) continue;
    isSettled = true;
    await recordBeside(db, deciding, { kind: 'owed_by_fan', userId: asked.id, amountMinor, currency }, settlementId);
  }
  if (!isSettled) throw new DomainError('open-item-settled');
  return true;
}
