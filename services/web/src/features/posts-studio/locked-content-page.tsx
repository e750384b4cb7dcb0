import { LockKeyhole, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import { SiteLink } from '../../components/site-link.tsx';
import { Empty, Failed, Lines } from '../../components/studio/list-states.tsx';
import { PageTop } from '../../components/studio/page-top.tsx';
import { Pager } from '../../components/studio/pager.tsx';
import { useRows } from '../../components/studio/rows.ts';
import { SearchBox } from '../../components/studio/search-box.tsx';
import { pageOf, useAddress } from '../../components/studio/use-address.ts';
import { LockedRows } from './locked-rows.tsx';
import { useLockedContents } from './locked-query.ts';
import { PurchasedPanel } from './purchased-panel.tsx';
import { ReuseDialog } from './reuse-dialog.tsx';
import './posts.css';
import './locked-content.css';

/** What is for sale and what it brought; who bought it stands beside the list. */
export function Page() {
  const { t } = useTranslation();
  const [params, change] = useAddress();
  const list = { page: pageOf(params), search: params.get('search') ?? '' };
  const { data, error, refetch, isPlaceholderData } = useLockedContents(list);
  const [reused, setReused] = useState<string | null>(null);
  // Where earnings are hidden from somebody, so is who bought.
  const mayOpen = data?.contents.some(({ sold }) => sold !== null) ?? false;
  const contents = (data?.contents ?? []).map((content) => ({ ...content, _id: content.post._id }));
  const rows = useRows(contents, mayOpen ? params.get('post') : null, (post, replace) => change({ post }, replace));
  const asked = params.get('reuse');
  return (
    <>
      <PageTop title={t('nav-locked-content')} fact={data ? t('post-count', { count: data.paginationData.totalRows }) : ''}>
        <SiteLink to={paths.createPost} className="btn hide-phone" data-tone="primary"><Plus className="icon" aria-hidden />{t('studio-create-post')}</SiteLink>
      </PageTop>
      <div className="with-panel" data-open={rows.open !== null || undefined}>
        <div className="studio-body">
          <div className="filter-row"><SearchBox label={t('posts-search')} value={list.search} onSearch={(search) => change({ search, page: null, post: null }, true)} /></div>
          <div className="table-card" data-stale={isPlaceholderData || undefined}>
            {error && !data ? <Failed error={error} onRetry={() => void refetch()} /> : null}
            {!data && !error ? <Lines /> : null}
            {data && contents.length === 0 ? <Empty icon={LockKeyhole} text={t(list.search === '' && list.page === 1 ? 'locked-empty' : 'posts-none-found')}>{list.search === '' && list.page === 1 ? <SiteLink to={paths.createPost} className="btn" data-tone="primary">{t('studio-create-post')}</SiteLink> : <button type="button" className="btn" onClick={() => change({ search: null, page: null })}>{t('btn-reset')}</button>}</Empty> : null}
            {contents.length > 0 ? <LockedRows contents={contents} openId={rows.open?._id ?? null} newId={reused} onOpen={mayOpen ? rows.openRow : null} onReuse={(id) => change({ reuse: id })} /> : null}
            {data && contents.length > 0 ? <Pager page={data.paginationData.currentPage} pages={data.paginationData.totalPages} rows={data.paginationData.totalRows} limit={data.paginationData.limit} onPage={(page) => { change({ page: page === 1 ? null : String(page), post: null }); window.scrollTo(0, 0); }} /> : null}
          </div>
        </div>
        {rows.open ? <PurchasedPanel key={rows.open._id} content={rows.open} onClose={rows.close} onPrevious={rows.previous} onNext={rows.next} /> : null}
      </div>
      {asked === null ? null : <ReuseDialog key={asked} id={asked} onClose={() => change({ reuse: null }, true)} onReused={(udid) => { setReused(udid); void refetch(); }} />}
    </>
  );
}
