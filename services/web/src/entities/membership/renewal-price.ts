import type { MeView } from '@backlot/contracts/accounts';
import { useMoneyIn, useSite } from '../../lib/site.tsx';

/**
 * What a renewal charges, as text: always in the renewal's own currency, which the site may have left since. Servers of the
 * version before do not name it; the site's was meant there. `amount`: where something else than `me` tells it, in whole units.
 */
export function useRenewalPrice(): (me: Pick<MeView, 'subscription_detail'>, amount?: number) => string {
  const { currency: ofSite } = useSite();
  const moneyIn = useMoneyIn();
  return ({ subscription_detail: detail }, amount = detail?.recurring_price ?? 0) =>
    moneyIn(amount, detail?.currency ?? ofSite);
}
