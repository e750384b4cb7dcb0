import { queryKeys } from '@backlot/contracts/bootstrap';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FeedCardProps } from '../../../entities/post/feed-card.ts';
import { SiteProvider, settingsKey, useBootstrap, useSettingValues } from '../../../lib/site.tsx';
import '../../../components/styles/media.css';
import '../feed/feed.css';
import { PostCard } from './post-card.tsx';

/** The card of the feed through somebody else's eyes: the same parts, that know of another viewer and ask nobody anything. */
export function SeenCard({ post, viewer }: FeedCardProps) {
  const bootstrap = useBootstrap();
  const settings = useSettingValues();
  const queries = useMemo(() => {
    const client = new QueryClient({ defaultOptions: { queries: { enabled: false, staleTime: Infinity } } });
    client.setQueryData(settingsKey(bootstrap.site.id), settings);
    client.setQueryData(queryKeys.me(bootstrap.site.id), viewer);
    return client;
  }, [bootstrap.site.id, settings, viewer]);
  return (
    <SiteProvider value={{ ...bootstrap, viewer }}>
      <QueryClientProvider client={queries}>
        <div inert>
          <PostCard post={post} isFirst={false} />
        </div>
      </QueryClientProvider>
    </SiteProvider>
  );
}
