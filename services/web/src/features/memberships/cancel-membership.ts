import { queryKeys } from '@backlot/contracts/bootstrap';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, api } from '../../lib/api.ts';
import { useSite } from '../../lib/site.tsx';

export interface Reason {
  readonly reason?: string;
  readonly other_reason?: string;
}

/** Stops renewal. SUB-06: it is done only when the answer says so; SUB-31: after an unknown error nothing is fetched again. */
export function useCancelMembership() {
  const queries = useQueryClient();
  const { id } = useSite();
  return useMutation({
    mutationFn: async (reason: Reason) => {
      const { data, ccbill_subscription_status } = await api('POST /api/cancel-subscription', { body: reason });
      if (!data.cancelled) throw new ApiError(409, { code: 'cancel-unknown' });
      return { ...data, ccbill_subscription_status };
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.me(id) }),
  });
}
