import type { PostView } from '@backlot/contracts/posts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { findCachedPost } from '../../../entities/post/post-cache.ts';
import { useSite } from '../../../lib/site.tsx';

/** The post as the caches have it now, so that a price that moved is seen. */
export function useLivePost(post: PostView): PostView {
  const queries = useQueryClient();
  const { id: site } = useSite();
  const watch = useCallback((changed: () => void) => queries.getQueryCache().subscribe(changed), [queries]);
  return useSyncExternalStore(
    watch,
    () => findCachedPost(queries, site, post._id) ?? post,
    () => post,
  );
}
