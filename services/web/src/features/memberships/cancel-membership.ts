import { queryKeys } from '@backlot/contracts/bootstrap';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, api } from '../../lib/api.ts';
import { useMe, useSite } from '../../lib/site.tsx';

export interface Reason {
  readonly reason?: string;
  readonly other_reason?: string;
}

/** Stops renewal, or cancels what staff gave by the call of its own (SUB-25). SUB-06: it is done only when the answer says so; SUB-31: after an unknown error nothing is fetched again. */
export function useCancelMembership() {
  const queries = useQueryClient();
  const { id } = useSite();
  const isComplimentary = useMe()?.has_complimentary_subscription === true;
  return useMutation({
    mutationFn: async (reason: Reason) => {
      const { data, ccbill_subscription_status } = isComplimentary
        ? await api('POST /api/users/cancel_complimentary_subscription', { body: reason })
        : await api('POST /api/cancel-subscription', { body: reason });
      if (!data.cancelled) throw new ApiError(409, { code: 'cancel-unknown' });
      return { ...data, ccbill_subscription_status };
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.me(id) }),
  });
}
