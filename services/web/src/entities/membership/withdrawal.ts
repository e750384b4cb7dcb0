import type { Withdrawal } from '@backlot/contracts/withdrawals';
import { queryKeys } from '@backlot/contracts/bootstrap';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useMe, useSite } from '../../lib/site.tsx';

const withdrawalKey = (site: string) => [site, 'withdrawal'] as const;

/** What the person may withdraw from, or has (C15). Staff buy nothing here. */
export function useWithdrawal() {
  const { id: site } = useSite();
  const isFan = useMe()?.role === 'user';
  return useQuery({
    queryKey: withdrawalKey(site),
    queryFn: async ({ signal }) => (await api('GET /api/v2/subscription/withdrawal', { signal })).data,
    enabled: isFan,
    staleTime: 0,
  });
}

/** Ends the membership and asks all that was paid for it back; again, it answers as the first time. */
export function useWithdraw() {
  const queries = useQueryClient();
  const { id: site } = useSite();
  return useMutation({
    mutationFn: async (id: string): Promise<Withdrawal> =>
      (await api('POST /api/v2/subscription/withdraw', { body: { id } })).data,
    onSettled: () => {
      for (const queryKey of [withdrawalKey(site), queryKeys.me(site), [site, 'payments']])
        void queries.invalidateQueries({ queryKey });
    },
  });
}
