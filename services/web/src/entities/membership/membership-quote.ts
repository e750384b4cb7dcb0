import { queryKeys } from '@backlot/contracts/bootstrap';
import type { MembershipQuote } from '@backlot/contracts/memberships';
import { toWire } from '@backlot/domain/money/money';
import { quoteMembership } from '@backlot/domain/money/price';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { readSetting } from '../../lib/settings.ts';
import { useMe, useSettingValues, useSite, viewerOf } from '../../lib/site.tsx';

/** What a membership costs the caller now, and what will happen when. */
export function useMembershipQuote(enabled = true): UseQueryResult<MembershipQuote> {
  const { id } = useSite();
  return useQuery({
    queryKey: queryKeys.quote(id),
    queryFn: async ({ signal }) => (await api('GET /api/v2/subscription/quote', { signal })).data,
    enabled,
  });
}

export interface FirstPrice {
  readonly amount: number;
  readonly isFree: boolean;
  /** What every later month costs, where it is another amount: to be said wherever the first is (COMPLIANCE C13). */
  readonly later: number | null;
}

/**
 * The first amount, to stand on buttons: of the quote where one was loaded, else of what the same rule makes of the
 * settings in the page (DECISIONS 49). What is charged comes from the server's quote alone.
 */
export function useFirstPrice(): FirstPrice {
  const { data } = useMembershipQuote(false);
  const values = useSettingValues();
  const me = useMe();
  if (data) return priceOf(data.initial_amount, data.recurring_amount, data.is_free);
  const price = (key: PriceKey): number => readSetting(values, key) ?? 0;
  const { initialMinor, recurringMinor, isFree } = quoteMembership({
    settings: {
      membership_price: price('membership_price'),
      recurring_membership_price: price('recurring_membership_price'),
      returning_membership_price: price('returning_membership_price'),
      returning_recurring_membership_price: price('returning_recurring_membership_price'),
      // An offer or a coupon comes with the quote itself.
      enable_promotion: false,
      enable_coupons: false,
      currency: '',
    },
    viewer: { person: viewerOf(me), isSubscribedEver: me?.isSubscribedEver === true },
    now: anyMoment,
  });
  return priceOf(toWire(initialMinor), toWire(recurringMinor), isFree);
}

/** Settings alone have no term. */
const anyMoment = new Date(0);

type PriceKey =
  | 'membership_price'
  | 'recurring_membership_price'
  | 'returning_membership_price'
  | 'returning_recurring_membership_price';

const priceOf = (amount: number, recurring: number, isFree: boolean): FirstPrice => ({
  amount,
  isFree,
  later: recurring === amount ? null : recurring,
});
