import { queryKeys } from '@backlot/contracts/bootstrap';
import type { MembershipQuote } from '@backlot/contracts/memberships';
import { toWire } from '@backlot/domain/money/money';
import { comparableInitial, quoteMembership } from '@backlot/domain/money/price';
import { useQuery, type QueryKey, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useFoundData } from '../../lib/page-data.ts';
import { useRenewalDays } from './rhythm.ts';
import { useResubscribeOffer } from './resubscribe-offer.ts';
import { promotionOf, usePromotion } from '../promotion/promotion-query.ts';
import { readSetting } from '../../lib/settings.ts';
import { useMe, useSettingValues, useSite, viewerOf } from '../../lib/site.tsx';

/** What a membership costs the caller now, and what will happen when. */
export const useMembershipQuote = (enabled = true): UseQueryResult<MembershipQuote> =>
  useQuery(quoteQuery(useSite().id, enabled));

const quoteQuery = (
  site: string,
  enabled: boolean,
): UseQueryOptions<MembershipQuote, Error, MembershipQuote, QueryKey> => ({
  queryKey: queryKeys.quote(site),
  queryFn: async ({ signal }) => (await api('GET /api/v2/subscription/quote', { signal })).data,
  enabled,
});

export interface FirstPrice {
  readonly amount: number;
  readonly isFree: boolean;
  /** What it costs without the offer that lowers it; null where nothing does, or for another time than the first amount. */
  readonly original: number | null;
  /** Days that the first amount lasts; null for a month or more. */
  readonly days: number | null;
  /** What every later month, or so many days, costs, where it is another amount or comes sooner: to be said wherever the first is (COMPLIANCE C13). */
  readonly later: number | null;
  /** Every how many days that is charged; null for every month. */
  readonly renewalDays: number | null;
}

/**
 * The first amount, to stand on buttons: of a quote where one was loaded, else of what the same rule makes of the
 * settings and the promotion in the page (DECISIONS 49). What is charged comes from the server's quote alone.
 */
export function useFirstPrice(): FirstPrice {
  const data = useFoundData<MembershipQuote>(quoteQuery(useSite().id, false));
  const values = useSettingValues();
  const me = useMe();
  const promotion = usePromotion(false);
  const offered = useResubscribeOffer()?.quote;
  const known = data ?? offered;
  const renewalDays = useRenewalDays(known?.renewal_days);
  if (known) return { ...priceOf(known), renewalDays };
  const price = (key: PriceKey): number => readSetting(values, key) ?? 0;
  const quote = quoteMembership({
    settings: {
      membership_price: price('membership_price'),
      recurring_membership_price: price('recurring_membership_price'),
      returning_membership_price: price('returning_membership_price'),
      returning_recurring_membership_price: price('returning_recurring_membership_price'),
      // One that is switched off is told to nobody.
      enable_promotion: true,
      // Coupons come with the quote itself, and the offer to former members with its own.
      enable_coupons: false,
      currency: '',
    },
    viewer: { person: viewerOf(me), isSubscribedEver: me?.isSubscribedEver === true },
    promotion: promotion && promotionOf(promotion),
    // The server told of it because it runs: one whose end passes meanwhile is asked for again.
    now: anyMoment,
  });
  const first = priceOf({
    initial_amount: toWire(quote.initialMinor),
    recurring_amount: toWire(quote.recurringMinor),
    original_initial_amount: toWire(comparableInitial(quote)),
    first_period: quote.firstPeriod,
    is_free: quote.isFree,
  });
  return { ...first, renewalDays };
}

const anyMoment = new Date(0);

type PriceKey =
  | 'membership_price'
  | 'recurring_membership_price'
  | 'returning_membership_price'
  | 'returning_recurring_membership_price';

type Priced = Pick<
  MembershipQuote,
  'initial_amount' | 'recurring_amount' | 'original_initial_amount' | 'first_period' | 'is_free'
>;

function priceOf(quote: Priced): Omit<FirstPrice, 'renewalDays'> {
  const { initial_amount: amount, recurring_amount: recurring, original_initial_amount: original } = quote;
  const days = quote.first_period?.unit === 'day' ? quote.first_period.count : null;
  return {
    amount,
    isFree: quote.is_free,
    original: original > amount ? original : null,
    days,
    later: recurring === amount && days === null ? null : recurring,
  };
}
