import { queryKeys } from '@backlot/contracts/bootstrap';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useSite } from '../../lib/site.tsx';

/** Takes a cancellation back before the membership ends (DECISIONS 13). */
export function useUndoCancel() {
  const queries = useQueryClient();
  const { id } = useSite();
  return useMutation({
    mutationFn: () => api('POST /api/v2/subscription/undo-cancel'),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.me(id) }),
  });
}
