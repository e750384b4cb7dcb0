import { DomainError } from '@backlot/contracts';
import type { purchaseFromWallet as purchaseFromWalletCall } from '@backlot/contracts/wallet';
import { toWire } from '@backlot/domain/money/money';
import type { CallRequest } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import { requireSameSender } from '../../narrowed.ts';
import type { PurchaseOutcome } from '../checkout/index.ts';
import { walletOf } from '../ledger/index.ts';

/**
 * Buys what a feature sells from the wallet (`Sellable.fromWallet`).
 * @throws content-not-for-sale for what nobody sells so, not-found for another sender, and what the sellable's purchase throws
 */
export async function purchaseFromWallet(
  ctx: AppContext,
  request: CallRequest<typeof purchaseFromWalletCall>,
): Promise<{ purchase: PurchaseOutcome; walletBalance: number }> {
  const { tenant, actor, body } = request;
  requireSameSender(request, body);
  const sold = ctx.sells.all.find(({ fromWallet }) => fromWallet?.paymentFor === body.payment_for);
  if (!sold?.fromWallet) throw new DomainError('content-not-for-sale');
  const purchase = await sold.fromWallet.buy(ctx, request);
  const wallet = await ctx.database.tenants.read(tenant, (db) => walletOf(db, actor.userId, purchase.currency));
  return { purchase, walletBalance: toWire(wallet.balanceMinor) };
}
