import type { MyPhotoId } from '@backlot/contracts/photo-ids';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useMe, useSite } from '../../lib/site.tsx';

/** What became of one's own photo id, and the limit on purchases that holds; for fans alone. */
export function useMyPhotoId() {
  const { id } = useSite();
  const isFan = useMe()?.role === 'user';
  return useQuery({
    queryKey: [id, 'photo-id'],
    queryFn: async ({ signal }): Promise<MyPhotoId> => (await api('GET /api/users/photo-id', { signal })).data,
    enabled: isFan,
  });
}

export function useSendPhotoId() {
  const { id } = useSite();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.append('photoId', file);
      return api('POST /api/users/upload_photo_id', { form });
    },
    onSuccess: ({ data }) => queries.setQueryData([id, 'photo-id'], data),
  });
}
