import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FanPhotoId, PhotoIdReason } from '@backlot/contracts/photo-ids';
import { useToast } from '../../../components/toasts.tsx';
import { api } from '../../../lib/api.ts';
import { useSite } from '../../../lib/site.tsx';
import { useErrorText } from '../../../lib/texts/error-text.ts';

/** Those that wait for a decision, a page at a time. */
export function usePhotoIds(page: number) {
  const { id } = useSite();
  return useQuery({
    queryKey: [id, 'photo-ids', page],
    queryFn: async ({ signal }) => (await api('GET /api/admin/photo-ids', { query: { page_num: page }, signal })).data,
    placeholderData: keepPreviousData,
  });
}

export function useFanPhotoIds(fanId: string) {
  const { id } = useSite();
  return useQuery({
    queryKey: [id, 'fans', 'photo-ids', fanId],
    queryFn: async ({ signal }): Promise<FanPhotoId[]> =>
      (await api('GET /api/admin/photo-ids/of-fan', { query: { user_id: fanId }, signal })).data,
  });
}

export function useOpenPhotoId() {
  const { id } = useSite();
  const toast = useToast();
  const errorText = useErrorText();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (photoId: string) =>
      (await api('POST /api/admin/photo-ids/open', { body: { id: photoId } })).data,
    // The opening stands in the list now.
    onSettled: () => queries.invalidateQueries({ queryKey: [id, 'fans', 'photo-ids'] }),
    onError: (error) => toast({ text: errorText(error), tone: 'bad' }),
  });
}

/** A reason rejects it, null accepts it. */
export function useDecidePhotoId(photoId: string) {
  const { id } = useSite();
  const toast = useToast();
  const errorText = useErrorText();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (reason: PhotoIdReason | null) =>
      api('POST /api/admin/photo-ids/decide', {
        body: { id: photoId, is_accepted: reason === null, ...(reason === null ? {} : { reason }) },
      }),
    onSuccess: ({ message }) => toast({ text: message, tone: 'good' }),
    onError: (error) => toast({ text: errorText(error), tone: 'bad' }),
    // Also when somebody else was faster: the lists say how it stands.
    onSettled: () =>
      Promise.all(
        ['photo-ids', 'fans', 'studio-home'].map((list) => queries.invalidateQueries({ queryKey: [id, list] })),
      ),
  });
}
