import type { AnotherWay } from '@backlot/contracts/another-way';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useSetting, useSite } from '../../lib/site.tsx';

/** How a declined purchase may be tried with the site's other provider; null where it may not. */
export function useAnotherWay(intentId: string): UseQueryResult<AnotherWay | null> {
  const { id, language } = useSite();
  const second = useSetting('second_card_provider') ?? 'none';
  return useQuery({
    queryKey: [id, 'another-way', intentId, language],
    queryFn: async ({ signal }) =>
      second === 'none'
        ? null
        : (await api('GET /api/v2/purchase/another-way', { query: { intent_id: intentId, language }, signal })).data,
    staleTime: 0,
  });
}
