import type { Feature } from '../../feature.ts';
import { lockCoinAccount } from './account-rows.ts';
import { cryptoOpenItems } from './alarms.ts';
import { coinProvider } from './credit-coins.ts';
import { explainCoins } from './explain-coins.ts';
import { readCoinListsJob } from './listed/read-list.ts';
import { lookForReturnsJob } from './returns/look-for-returns.ts';
import { cryptoRoutes } from './routes.ts';
import { forgetQuotesJob, lookAtPaymentJob, watchForgottenJob } from './watch-payments.ts';
import { mountCryptoWebhook } from './webhook-door.ts';

export { countCryptoAlarms } from './alarms.ts';
export { lastUsedCurrency } from './crypto-rows.ts';
export { endReturn, holdReturn, type HeldReturn } from './returns/hold-return.ts';
export { coinProvider } from './credit-coins.ts';
export { findDoubts, type Doubted } from './listed/doubt-rows.ts';
export { isWalked } from './listed/listed-rows.ts';
export { findOwnFunds, listOwnFunds, type OwnFunds } from './own-funds.ts';

/** Funds added by crypto currency: whatever arrives on an address is put into its fan's wallet, once. */
export const cryptoFeature: Feature = {
  name: 'crypto',
  tables: [
    'crypto_accounts',
    'crypto_payments',
    'crypto_credits',
    'coin_returns',
    'coin_list_readings',
    'coins_unknown',
  ],
  routes: cryptoRoutes,
  files: mountCryptoWebhook,
  openItems: cryptoOpenItems,
  coinBooks: { provider: coinProvider, lockAccount: lockCoinAccount, explain: explainCoins },
  jobs: [lookAtPaymentJob, watchForgottenJob, forgetQuotesJob, lookForReturnsJob, readCoinListsJob],
};
