import type { MediaBuyer } from '@backlot/contracts/library';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { leftAt } from '../../../lib/navigation/left-at.ts';
import { paths } from '../../../lib/paths.ts';
import { useStudioMenu } from '../../../lib/studio-menu.ts';
import { SiteLink } from '../../../components/site-link.tsx';
import { Person } from '../../../components/studio/person.tsx';
import { Lines } from '../../../components/studio/list-states.tsx';
import { Time } from '../../../components/text/time.tsx';
import { api, ApiError } from '../../../lib/api.ts';
import { useErrorText } from '../../../lib/texts/error-text.ts';
import { useSite } from '../../../lib/site.tsx';

/** The fans who own a file through any purchase, so that nobody sells it to them again. `isInSeveral`: it came with several posts. */
export function MediaBuyers({ mediaId, isInSeveral }: { mediaId: string; isInSeveral: boolean }) {
  const { t } = useTranslation();
  const { id: site } = useSite();
  const errorText = useErrorText();
  const menu = useStudioMenu();
  const query = useInfiniteQuery({
    queryKey: [site, 'library', 'buyers', mediaId],
    queryFn: async ({ pageParam, signal }) =>
      (await api('POST /api/media/buyers', { body: { mediaId, page_num: pageParam }, signal })).data,
    initialPageParam: 1,
    getNextPageParam: ({ paginationData: { currentPage, totalPages } }) =>
      currentPage < totalPages ? currentPage + 1 : null,
  });
  if (query.error)
    return (
      <p className="muted">
        {query.error instanceof ApiError && query.error.code === 'access-denied'
          ? t('library-buyers-hidden')
          : errorText(query.error)}
      </p>
    );
  if (!query.data) return <Lines count={3} />;
  const buyers = query.data.pages.flatMap((page) => page.buyers);
  if (buyers.length === 0) return <p className="muted">{t('library-bought-by-nobody')}</p>;
  return (
    <>
      <ul className="library-buyers">
        {buyers.map((buyer) => (
          <li key={buyer._id}>
            <Buyer buyer={buyer} canOpen={menu.has(paths.subscribers)} />
            <small className="muted cut">
              {isInSeveral ? <>{t('library-bought-with', { title: buyer.post.title })} · </> : null}
              <Time at={buyer.date} />
            </small>
          </li>
        ))}
      </ul>
      {query.hasNextPage ? (
        <button
          type="button"
          className="btn"
          data-size="s"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('library-buyers-more')}
        </button>
      ) : null}
    </>
  );
}

function Buyer({ buyer, canOpen }: { buyer: MediaBuyer; canOpen: boolean }) {
  const place = useLocation();
  const person = <Person name={buyer.name} email={buyer.email} url={buyer.avatarUrl} />;
  return canOpen && (buyer.name || buyer.email) ? (
    <SiteLink to={paths.fan(buyer._id)} state={leftAt(place)} className="library-buyer">
      {person}
    </SiteLink>
  ) : (
    person
  );
}
