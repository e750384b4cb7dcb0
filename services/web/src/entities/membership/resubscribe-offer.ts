import { queryKeys } from '@backlot/contracts/bootstrap';
import type { ResubscribeOfferView } from '@backlot/contracts/resubscribe-offer';
import { isOfferChecked } from '@backlot/domain/memberships/resubscribe-offer';
import { api } from '../../lib/api.ts';
import { useFoundData } from '../../lib/page-data.ts';
import { useMe, useSetting, useSite, viewerOf } from '../../lib/site.tsx';

/** SUB-12: the offer that this viewer may take, checked once: it comes with the page, and again only when something changed. */
export function useResubscribeOffer(): ResubscribeOfferView | null {
  const { id } = useSite();
  const viewer = viewerOf(useMe());
  const enabled = isOfferChecked(viewer, useSetting('resubscribe_offer_settings.is_enabled') === true);
  const data = useFoundData<ResubscribeOfferView | null>({
    queryKey: queryKeys.resubscribeOffer(id),
    queryFn: async ({ signal }) => (await api('POST /api/resubscribe-offer/check', { signal })).data,
    enabled,
    staleTime: Infinity,
  });
  return enabled ? (data ?? null) : null;
}
