import { queryKeys } from '@backlot/contracts/bootstrap';
import type { MembershipQuote } from '@backlot/contracts/memberships';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useSite } from '../../lib/site.tsx';

/** What going on with the account that the site uses now would cost; null for who is not asked (any more). */
export function useMigrationQuote(): UseQueryResult<MembershipQuote | null> {
  const { id } = useSite();
  return useQuery({
    queryKey: queryKeys.migration(id),
    queryFn: async ({ signal }) => (await api('GET /api/migration-data', { signal })).data,
  });
}
