import type { CallMap } from '@backlot/contracts/http/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useToast } from '../../../components/toasts.tsx';
import { api } from '../../../lib/api.ts';
import { useSite } from '../../../lib/site.tsx';
import { useErrorText } from '../../../lib/texts/error-text.ts';

export type Gift = NonNullable<CallMap['POST /api/admin/give_complimentary_subscription']['body']>;

export function useGiveGift(onGiven: () => void) {
  const told = useTold(onGiven);
  return useMutation({
    mutationFn: (body: Gift) => api('POST /api/admin/give_complimentary_subscription', { body }),
    onSuccess: told,
  });
}

export function useRevokeGift(onRevoked: () => void) {
  const told = useTold(onRevoked);
  const toast = useToast();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: (userId: string) =>
      api('POST /api/admin/revoke_complimentary_subscription', { body: { user_id: userId } }),
    onSuccess: told,
    onError: (error) => toast({ text: errorText(error), tone: 'bad' }),
  });
}

/** The fan's page and the list show what it is now. */
function useTold(then: () => void) {
  const { id } = useSite();
  const toast = useToast();
  const queries = useQueryClient();
  return ({ message }: { readonly message: string }): Promise<void> => {
    toast({ text: message, tone: 'good' });
    then();
    return queries.invalidateQueries({ queryKey: [id, 'fans'] });
  };
}
