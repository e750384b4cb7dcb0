import type { Feature } from '../../feature.ts';
import { walletRoutes } from './routes.ts';

/** What fans do with the money in their wallets; what is in them, the ledger says. */
export const walletFeature: Feature = {
  name: 'wallet',
  tables: ['wallet_take_outs'],
  routes: walletRoutes,
};
