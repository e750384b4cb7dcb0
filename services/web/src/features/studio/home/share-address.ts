import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useToast } from '../../../components/toasts.tsx';
import { useCopy } from '../../../components/use-copy.ts';
import { api } from '../../../lib/api.ts';
import { useSite } from '../../../lib/site.tsx';
import { useErrorText } from '../../../lib/texts/error-text.ts';

/** Notes what was done of the first steps, and copies the site's address, which is one of them. */
export function useShareAddress() {
  const { id } = useSite();
  const toast = useToast();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const copyText = useCopy();
  const note = useMutation({
    mutationFn: (step: 'share' | 'hidden' | 'shown') => api('POST /api/admin/first-steps', { body: { step } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [id, 'studio-home'] }),
    onError: (error) => toast({ text: errorText(error), tone: 'bad' }),
  });
  return {
    note,
    /** `isNoted`: as done, where there is a list of first steps. */
    copy: (isNoted: boolean): void => {
      copyText(`${window.location.protocol}//${window.location.host}`);
      if (isNoted && !note.isPending) note.mutate('share');
    },
  };
}
