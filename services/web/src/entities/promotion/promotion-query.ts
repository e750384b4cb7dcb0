import { queryKeys } from '@backlot/contracts/bootstrap';
import type { PromotionView } from '@backlot/contracts/promotions';
import { minorOf } from '@backlot/domain/money/money';
import type { Promotion } from '@backlot/domain/money/promotion';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useFoundData } from '../../lib/page-data.ts';
import { useSite } from '../../lib/site.tsx';

/**
 * The promotion that applies to the viewer; null when there is none. It came with the page's HTML, and is asked for again
 * when its time is up: another run may follow, and prices are others then.
 */
export function usePromotion(enabled = true): PromotionView | null {
  const { id: site } = useSite();
  const queries = useQueryClient();
  const queryKey = queryKeys.promotion(site);
  const data = useFoundData<PromotionView | null>({
    queryKey,
    queryFn: async ({ signal }) => {
      const before = queries.getQueryData<PromotionView | null>(queryKey);
      const { data: now } = await api('GET /api/offer/check-offer', { query: {}, signal });
      if (before !== undefined && before?._id !== now?._id)
        for (const moved of [queryKeys.quote(site), [site, 'feed'], [site, 'post']])
          void queries.invalidateQueries({ queryKey: moved });
      return now;
    },
    enabled,
    // A little later than its end by this clock, so that the server's has passed it too.
    refetchInterval: ({ state }) =>
      state.data ? Math.max(1_000, Math.min(longest, Date.parse(state.data.ends_at) - Date.now() + 1_000)) : false,
  });
  return data ?? null;
}

/** Timers of browsers go no further. */
const longest = 24 * 3_600_000;

/** As the rules know it. */
export const promotionOf = (view: PromotionView): Promotion => ({
  id: view._id,
  type: view.type,
  audience: view.applicable_to,
  startsAt: 0,
  durationMs: Date.parse(view.ends_at),
  repeats: false,
  ...(view.discount_percentage === null ? {} : { percent: view.discount_percentage }),
  ...(view.subscription_initial_amount === null ? {} : { initialMinor: minorOf(view.subscription_initial_amount) }),
  ...(view.subscription_recurring_amount === null
    ? {}
    : { recurringMinor: minorOf(view.subscription_recurring_amount) }),
  ...(view.initial_period === null ? {} : { initialPeriodDays: view.initial_period }),
});
