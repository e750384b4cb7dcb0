import { DomainError } from '@backlot/contracts';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { setDefaultPaymentMethod } from '../../accounts/index.ts';
import { lockBuyer, walletOf } from '../../ledger/index.ts';
import { countCards, listCards } from './instrument-rows.ts';
import type { InstrumentRow } from '../tables.ts';

/**
 * SUB-49: what purchases are paid with where nothing else is chosen.
 * @throws card-required without a card on file, payments-not-configured for a wallet that nobody can fill
 */
export async function chooseDefaultMethod(
  ctx: AppContext,
  tenant: Tenant,
  userId: string,
  method: 'card' | 'crypto_currency',
): Promise<InstrumentRow[]> {
  const { is_crypto_payment_enabled: canFill, currency } = await ctx.settings.of(tenant);
  return ctx.database.tenants.write(tenant, async (db) => {
    await lockBuyer(db, userId);
    if (method === 'card' && (await countCards(db, userId)) === 0) throw new DomainError('card-required');
    if (method === 'crypto_currency' && !canFill && (await walletOf(db, userId, currency)).balanceMinor === 0)
      throw new DomainError('payments-not-configured');
    await setDefaultPaymentMethod(db, userId, method);
    return listCards(db, userId);
  });
}
