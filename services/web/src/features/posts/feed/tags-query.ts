import { queryKeys } from '@backlot/contracts/bootstrap';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { useSetting, useSite } from '../../../lib/site.tsx';

export interface FeedTag {
  readonly id: string;
  readonly name: string;
  readonly count: number;
}

/** Tags to filter by: those that have posts; null as long as they are not known. */
export function useFeedTags(): readonly FeedTag[] | null {
  const { id } = useSite();
  const isOn = useSetting('feed_tags_enable') === true;
  const { data, isPending } = useQuery({
    queryKey: queryKeys.tags(id),
    queryFn: async ({ signal }) => (await api('POST /api/feed-tags/', { body: {}, signal })).data,
    staleTime: 300_000,
    enabled: isOn,
  });
  if (isOn && isPending) return null;
  return isOn ? (data ?? []).filter((tag) => tag.count > 0) : [];
}
