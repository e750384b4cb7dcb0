import { Images, LayoutGrid, Plus, Rows3 } from 'lucide-react';
import type { PostView } from '@backlot/contracts/posts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { SiteLink } from '../../components/site-link.tsx';
import { Empty, Failed, Lines } from '../../components/studio/list-states.tsx';
import { PageTop } from '../../components/studio/page-top.tsx';
import { Pager } from '../../components/studio/pager.tsx';
import { pageOf, useAddress } from '../../components/studio/use-address.ts';
import { useToast } from '../../components/toasts.tsx';
import { api } from '../../lib/api.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { useFormats, useSetting, useSite } from '../../lib/site.tsx';
import { PostsGrid } from './posts-grid.tsx';
import { PostsTable } from './posts-table.tsx';
import { useKnownTags, useStudioPosts } from './studio-posts.ts';
import './posts.css';

/** All posts of the site, also those that fans do not see yet. */
export function Page() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [params, change] = useAddress();
  const page = pageOf(params);
  const tag = params.get('tag');
  const isTable = params.get('view') === 'table';
  const { data, error, refetch, isPlaceholderData } = useStudioPosts(page, tag);
  const [asked, setAsked] = useState<PostView | null>(null);
  const remove = useDeletePost(() => setAsked(null));
  const posts = data?.blogs ?? [];
  // The first page tells how many a page holds; the last may hold fewer.
  const limit = data && data.currentPage < data.totalPages ? posts.length : Math.max(posts.length, data && data.totalPages > 1 ? Math.round((data.totalRows - posts.length) / (data.totalPages - 1)) : 1);
  return (
    <>
      <PageTop title={t('nav-posts')} fact={data ? t('post-count', { count: data.totalRows }) : ''}>
        <SiteLink to={paths.createPost} className="btn hide-phone" data-tone="primary"><Plus className="icon" aria-hidden />{t('studio-create-post')}<kbd aria-hidden="true">C</kbd></SiteLink>
      </PageTop>
      <div className="studio-body">
        <div className="filter-row">
          <TagChips chosen={tag} onChoose={(id) => change({ tag: id, page: null })} />
          <div className="segments view-choice" role="radiogroup" aria-label={t('posts-view')}>
            {([['grid', LayoutGrid, 'posts-view-grid'], ['table', Rows3, 'posts-view-table']] as const).map(([view, Icon, text]) => (
              <label key={view}><input type="radio" name="view" aria-label={t(text)} checked={isTable === (view === 'table')} onChange={() => change({ view: view === 'table' ? 'table' : null }, true)} /><span><Icon className="icon" aria-hidden /></span></label>
            ))}
          </div>
        </div>
        {error && !data ? <Failed error={error} onRetry={() => void refetch()} /> : null}
        {!data && !error ? <div className="table-card"><Lines /></div> : null}
        {data && posts.length === 0 ? (
          <div className="table-card"><Empty icon={Images} text={t(tag === null ? 'feed-empty-creator' : 'feed-empty-tag')}>{tag === null ? <SiteLink to={paths.createPost} className="btn" data-tone="primary">{t('studio-create-post')}</SiteLink> : <button type="button" className="btn" onClick={() => change({ tag: null, page: null })}>{t('btn-reset')}</button>}</Empty></div>
        ) : null}
        {data && posts.length > 0 ? (
          <div data-stale={isPlaceholderData || undefined}>
            {isTable ? <PostsTable posts={posts} onDelete={setAsked} /> : <PostsGrid posts={posts} onDelete={setAsked} />}
            {data.totalPages > 1 ? <Pager page={data.currentPage} pages={data.totalPages} rows={data.totalRows} limit={limit} onPage={(next) => { change({ page: next === 1 ? null : String(next) }); window.scrollTo(0, 0); }} /> : null}
          </div>
        ) : null}
        <p className="visually-hidden" role="status">{data ? t('posts-shown', { n: number(posts.length) }) : ''}</p>
      </div>
      {asked ? (
        <ConfirmDialog title={t('post-delete-confirm')} confirmLabel={t('btn-delete')} busy={remove.isPending} onCancel={() => setAsked(null)} onConfirm={() => remove.mutate(asked._id)}>
          <p className="muted">{t('posts-delete-help')}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function TagChips({ chosen, onChoose }: { chosen: string | null; onChoose: (id: string | null) => void }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const isOn = useSetting('feed_tags_enable') === true;
  const { data: tags } = useKnownTags();
  if (!isOn || !tags || tags.length === 0) return <span />;
  return (
    <div className="filter-row filter-scroll" role="group" aria-label={t('feed-tag-filter')}>
      <button type="button" className="filter-chip" aria-pressed={chosen === null} onClick={() => onChoose(null)}><b>{t('filter-all')}</b></button>
      {tags.map((tag) => <button key={tag.id} type="button" className="filter-chip" aria-pressed={tag.id === chosen} onClick={() => onChoose(tag.id === chosen ? null : tag.id)}><b dir="auto">{tag.name}</b><small>{number(tag.count)}</small></button>)}
    </div>
  );
}

function useDeletePost(done: () => void) {
  const { t } = useTranslation();
  const { id: site } = useSite();
  const queries = useQueryClient();
  const toast = useToast();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: (id: string) => api('POST /api/blogs/delete', { body: { id, requestFrom: 'studio' } }),
    onSuccess: ({ message }) => {
      toast({ text: message || t('post-deleted') });
      for (const queryKey of [[site, 'studio-posts'], [site, 'feed'], [site, 'studio-home'], [site, 'tags']]) void queries.invalidateQueries({ queryKey });
    },
    onError: (error) => toast({ text: errorText(error), tone: 'bad' }),
    onSettled: done,
  });
}
