import { Images, LayoutGrid, Plus, Rows3 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import { SiteLink } from '../../components/site-link.tsx';
import { Empty, Failed, Lines } from '../../components/studio/list-states.tsx';
import { PageTop } from '../../components/studio/page-top.tsx';
import { Pager } from '../../components/studio/pager.tsx';
import { SearchBox } from '../../components/studio/search-box.tsx';
import { pageOf, useAddress, type Address } from '../../components/studio/use-address.ts';
import { useFormats, useSetting } from '../../lib/site.tsx';
import type { TextKey } from '../../lib/texts.ts';
import { PostTaskArea } from './post-task.tsx';
import { PostsGrid } from './posts-grid.tsx';
import { PostsTable } from './posts-table.tsx';
import { postStates, postVisibilities, useKnownTags, useStudioPosts, type PostsList } from './studio-posts.ts';
import './posts.css';

const stateTexts = { published: 'post-state-published', scheduled: 'post-state-scheduled', processing: 'upload-state-processing', error: 'posts-state-error' } as const satisfies Record<(typeof postStates)[number], TextKey>;
const visibilityTexts = { locked: 'lock-locked', private: 'visibility-private', public: 'visibility-public' } as const satisfies Record<(typeof postVisibilities)[number], TextKey>;

const oneOf = <const T extends string>(values: readonly T[], given: string | null): T | null => values.find((value) => value === given) ?? null;

/** What the list shows, from its address. */
export const readPostsList = (params: URLSearchParams): PostsList => ({
  page: pageOf(params), tag: params.get('tag'), state: oneOf(postStates, params.get('state')), visibility: oneOf(postVisibilities, params.get('visibility')), search: params.get('search') ?? '',
});

/** All posts of the site, also those that fans do not see yet. Over it, the dialog that the address names. */
export function Page() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [params, change] = useAddress();
  const list = readPostsList(params);
  const isTable = params.get('view') === 'table';
  const { data, error, refetch, isPlaceholderData } = useStudioPosts(list);
  const filter = (part: Address): void => change({ page: null, ...part }, true);
  const isFiltered = list.page > 1 || list.tag !== null || list.state !== null || list.visibility !== null || list.search !== '';
  const posts = data?.blogs ?? [];
  // The first page tells how many a page holds; the last may hold fewer.
  const limit = data && data.currentPage < data.totalPages ? posts.length : Math.max(posts.length, data && data.totalPages > 1 ? Math.round((data.totalRows - posts.length) / (data.totalPages - 1)) : 1);
  return (
    <>
      <PageTop title={t('nav-posts')} fact={data ? t('post-count', { count: data.totalRows }) : ''}>
        <SiteLink to={paths.createPost} className="btn hide-phone" data-tone="primary"><Plus className="icon" aria-hidden />{t('studio-create-post')}<kbd aria-hidden="true">C</kbd></SiteLink>
      </PageTop>
      <div className="studio-body">
        <div className="filter-row posts-filters">
          <SearchBox label={t('posts-search')} value={list.search} onSearch={(search) => filter({ search })} />
          <label className="filter-select"><span>{t('create-visibility')}</span>
            <select value={list.visibility ?? ''} onChange={(event) => filter({ visibility: event.target.value })}>
              <option value="">{t('filter-all')}</option>
              {postVisibilities.map((one) => <option key={one} value={one}>{t(visibilityTexts[one])}</option>)}
            </select>
          </label>
          <div className="segments view-choice" role="radiogroup" aria-label={t('posts-view')}>
            {([['grid', LayoutGrid, 'posts-view-grid'], ['table', Rows3, 'posts-view-table']] as const).map(([view, Icon, text]) => (
              <label key={view}><input type="radio" name="view" aria-label={t(text)} checked={isTable === (view === 'table')} onChange={() => change({ view: view === 'table' ? 'table' : null }, true)} /><span><Icon className="icon" aria-hidden /></span></label>
            ))}
          </div>
        </div>
        <div className="filter-row filter-scroll" role="group" aria-label={t('column-status')}>
          <button type="button" className="filter-chip" aria-pressed={list.state === null} onClick={() => filter({ state: null })}><b>{t('filter-all')}</b></button>
          {postStates.map((state) => <button key={state} type="button" className="filter-chip" aria-pressed={state === list.state} onClick={() => filter({ state: state === list.state ? null : state })}><b>{t(stateTexts[state])}</b></button>)}
        </div>
        <TagChips chosen={list.tag} onChoose={(tag) => filter({ tag })} />
        {error && !data ? <Failed error={error} onRetry={() => void refetch()} /> : null}
        {!data && !error ? <div className="table-card"><Lines /></div> : null}
        {data && posts.length === 0 ? (
          <div className="table-card"><Empty icon={Images} text={t(isFiltered ? 'posts-none-found' : 'feed-empty-creator')}>{isFiltered ? <button type="button" className="btn" onClick={() => filter({ tag: null, state: null, visibility: null, search: null, page: null })}>{t('btn-reset')}</button> : <SiteLink to={paths.createPost} className="btn" data-tone="primary">{t('studio-create-post')}</SiteLink>}</Empty></div>
        ) : null}
        {data && posts.length > 0 ? (
          <div data-stale={isPlaceholderData || undefined}>
            {isTable ? <PostsTable posts={posts} /> : <PostsGrid posts={posts} />}
            {data.totalPages > 1 ? <Pager page={data.currentPage} pages={data.totalPages} rows={data.totalRows} limit={limit} onPage={(next) => { change({ page: next === 1 ? null : String(next) }); window.scrollTo(0, 0); }} /> : null}
          </div>
        ) : null}
        <p className="visually-hidden" role="status">{data ? t('posts-shown', { n: number(posts.length) }) : ''}</p>
      </div>
      <PostTaskArea />
    </>
  );
}

function TagChips({ chosen, onChoose }: { chosen: string | null; onChoose: (id: string | null) => void }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const isOn = useSetting('feed_tags_enable') === true;
  const { data: tags } = useKnownTags();
  if (!isOn || !tags || tags.length === 0) return null;
  return (
    <div className="filter-row filter-scroll" role="group" aria-label={t('feed-tag-filter')}>
      {tags.map((tag) => <button key={tag.id} type="button" className="filter-chip" aria-pressed={tag.id === chosen} onClick={() => onChoose(tag.id === chosen ? null : tag.id)}><b dir="auto">{tag.name}</b><small>{number(tag.count)}</small></button>)}
    </div>
  );
}
