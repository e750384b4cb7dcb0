import type { MeView } from '@backlot/contracts/accounts';
import { queryKeys } from '@backlot/contracts/bootstrap';
import type { EventHandlers } from '../../lib/feature.ts';

/** Whatever moves a wallet shows on every page that says what is in it. */
export const walletEvents = {
  WALLET_CHANGED: ({ walletAmount, walletOwed, currency }, { queries, site, currency: ofSite }) => {
    void queries.invalidateQueries({ queryKey: [site, 'wallet'] });
    // Of another wallet only its own page tells.
    if (currency !== undefined && currency !== ofSite) return;
    queries.setQueryData<MeView | null>(
      queryKeys.me(site),
      (me) =>
        me && { ...me, wallet_amount: walletAmount, ...(walletOwed === undefined ? {} : { wallet_owed: walletOwed }) },
    );
  },
  /** Beside the look every five seconds: what the provider told shows at once. */
  CRYPTO_PAYMENT_CHANGED: ({ payment_id: paymentId }, { queries, site }) => {
    void queries.invalidateQueries({ queryKey: [site, 'crypto-payment', paymentId] });
  },
} satisfies EventHandlers;
