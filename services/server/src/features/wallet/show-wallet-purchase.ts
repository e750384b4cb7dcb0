import { DomainError, type Answer } from '@backlot/contracts';
import type { walletPurchaseInfo } from '@backlot/contracts/wallet';
import { formatWire } from '@backlot/domain/money/money';
import type { CallRequest } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import { requireSameSender } from '../../narrowed.ts';
import { textOf } from '../../texts/texts.ts';
import { findWalletPurchase, purchaseStanding } from '../checkout/index.ts';

/**
 * What became of a purchase from the wallet.
 * @throws wallet-type-not-sold for what nobody sells so, not-found for another sender and for what was never bought
 */
export async function showWalletPurchase(
  ctx: AppContext,
  request: CallRequest<typeof walletPurchaseInfo>,
): Promise<Answer<typeof walletPurchaseInfo>['data']> {
  const { tenant, actor, body, now, language } = request;
  requireSameSender(request, body);
  const sold = ctx.sells.all.find(({ fromWallet }) => fromWallet?.paymentFor === body.type);
  if (!sold) throw new DomainError('wallet-type-not-sold');
  const bought = await ctx.database.tenants.read(tenant, (db) =>
    findWalletPurchase(db, actor.userId, sold.kind, { contentId: body.content_id, reference: body.transactionId }),
  );
  if (bought === null) throw new DomainError('not-found');
  const { view } = await purchaseStanding(ctx, tenant, actor.userId, bought.id, now);
  const shown = bought.content_id && (await sold.fromWallet?.show?.(ctx, request, bought.content_id));
  return {
    success: view.state === 'succeeded',
    message:
      view.state === 'succeeded'
        ? textOf(language, 'wallet-was-paid', { amount: formatWire(view.amount, view.currency, language) })
        : textOf(language, view.state === 'pending' ? 'btn-payment-processing' : 'wallet-not-paid'),
    transactionId: view.transactionId,
    blogData: shown || null,
    messageObject: null,
  };
}
