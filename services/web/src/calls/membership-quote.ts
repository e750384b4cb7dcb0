import { queryKeys } from '@backlot/contracts/bootstrap';
import type { MembershipQuote } from '@backlot/contracts/memberships';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api } from '../lib/api.ts';
import { useMe, useSetting, useSite } from '../lib/site.tsx';

/** What a membership costs the caller now, and what will happen when. */
export function useMembershipQuote(enabled = true): UseQueryResult<MembershipQuote> {
  const { id } = useSite();
  return useQuery({
    queryKey: queryKeys.quote(id),
    queryFn: async ({ signal }) => (await api('GET /api/v2/subscription/quote', { signal })).data,
    enabled,
  });
}

export interface FirstPrice { readonly amount: number; readonly isFree: boolean }

/**
 * The first amount, to stand on buttons: the quote where one was loaded, else the settings' prices. What is charged
 * comes from the quote alone.
 */
export function useFirstPrice(): FirstPrice {
  const { data } = useMembershipQuote(false);
  const isReturning = useMe()?.isSubscribedEver === true;
  const first = useSetting(isReturning ? 'returning_membership_price' : 'membership_price') ?? 0;
  const later = useSetting(isReturning ? 'returning_recurring_membership_price' : 'recurring_membership_price') ?? 0;
  return data ? { amount: data.initial_amount, isFree: data.is_free } : { amount: first, isFree: first === 0 && later === 0 };
}
