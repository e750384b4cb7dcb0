import {
  fanWallet,
  purchaseFromWallet as purchaseFromWalletCall,
  takeOutOfWallet as takeOutOfWalletCall,
  walletHistory,
  walletPurchaseInfo,
} from '@backlot/contracts/wallet';
import { formatWire } from '@backlot/domain/money/money';
import { route, type CallRoute } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import { textOf } from '../../texts/texts.ts';
import { purchaseFromWallet } from './purchase-from-wallet.ts';
import { showWalletPurchase } from './show-wallet-purchase.ts';
import { takeOutOfWallet } from './take-out/take-out-of-wallet.ts';
import { fanWalletStatement, walletStatement } from './wallet-statement.ts';

export const walletRoutes = (ctx: AppContext): readonly CallRoute[] => [
  route(purchaseFromWalletCall, async (request) => {
    const { language } = request;
    const { purchase, walletBalance } = await purchaseFromWallet(ctx, request);
    const paid = { amount: formatWire(walletBalance, purchase.currency, language) };
    const [message, messageParams] =
      purchase.state === 'succeeded' ? ['wallet-paid', paid] : ['btn-payment-processing', {}];
    return {
      message,
      messageParams,
      data: {
        ...purchase,
        wallet_balance: walletBalance,
        transaction_amount: purchase.amount,
        message: textOf(language, message, messageParams),
      },
    };
  }),
  route(walletPurchaseInfo, async (request) => ({ data: await showWalletPurchase(ctx, request) })),
  route(walletHistory, async ({ tenant, actor, query }) => ({
    data: await walletStatement(ctx, tenant, actor.userId, query.after ?? null),
  })),
  route(fanWallet, async ({ tenant, query }) => ({
    data: await fanWalletStatement(ctx, tenant, query.user_id, query.after ?? null),
  })),
  route(takeOutOfWalletCall, async (request) => ({
    data: await takeOutOfWallet(ctx, request),
    message: 'wallet-taken-out',
  })),
];
