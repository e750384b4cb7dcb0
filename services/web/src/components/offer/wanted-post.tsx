import { queryKeys } from '@backlot/contracts/bootstrap';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keptReturnAddress } from '../../lib/navigation/return-address.ts';
import { api } from '../../lib/api.ts';
import { findCachedPost } from '../../entities/post/post-cache.ts';
import { useFormats, useSite } from '../../lib/site.tsx';
import { useIsAlive } from '../../lib/hooks/use-is-alive.ts';
import { BlurredPicture } from '../picture.tsx';

/** On the way to a membership: the closed post that led here, and what it takes to open it. */
export function WantedPost() {
  const isAlive = useIsAlive();
  const id = isAlive ? (keptReturnAddress()?.post ?? null) : null;
  return id === null ? null : <Wanted id={id} />;
}

function Wanted({ id }: { id: string }) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const { id: site } = useSite();
  const queries = useQueryClient();
  const { data: post } = useQuery({
    queryKey: queryKeys.post(site, id),
    queryFn: async ({ signal }) => (await api('GET /api/blog/get-blog-data-by-id', { query: { id }, signal })).data,
    initialData: () => findCachedPost(queries, site, id),
    initialDataUpdatedAt: 0,
    retry: false,
  });
  if (post?.state !== 'locked_nonmember') return null;
  const amount = post.quote?.amount ?? post.amount;
  if (post.visibility === 'locked' && amount === null) return null;
  return (
    <section className="wanted" aria-labelledby="wanted-title">
      <span className="wanted-picture" aria-hidden="true">
        <BlurredPicture media={post.media[0]} />
      </span>
      <div>
        <h2 id="wanted-title">{t('wanted-title')}</h2>
        <p>
          <b dir="auto">{post.title || t('post-no-caption', { serial: post.serial })}</b>
        </p>
        <p>{post.visibility === 'locked' ? t('wanted-sale', { price: money(amount ?? 0) }) : t('wanted-member')}</p>
      </div>
    </section>
  );
}
