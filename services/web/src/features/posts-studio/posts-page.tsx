import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { PostView } from '@backlot/contracts/posts';
import { Images, LayoutGrid, Plus, Rows3 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../components/kit/link-button.tsx';
import { useTableAddress } from '../../components/kit/table/table-address.ts';
import { TablePage } from '../../components/kit/table/table-page.tsx';
import type { Answer } from '../../components/kit/table/table-types.ts';
import { paths } from '../../lib/paths.ts';
import { useFormats } from '../../lib/site.tsx';
import { usePostColumns, usePostEntry } from './list/post-columns.tsx';
import { usePostName } from './list/post-labels.tsx';
import { PostsGrid } from './list/posts-grid.tsx';
import { postsOf, postsTable, useStudioPosts } from './list/studio-posts.ts';
import { usePostFilters } from './list/use-post-filters.ts';
import { PostTaskArea } from './tasks/post-task.tsx';
import './list/posts.css';

/** All posts of the site, also those that fans do not see yet. Over it, the dialog that the address names. */
export function Page() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const address = useTableAddress(postsTable);
  const { list, params, change } = address;
  const isTable = params.get('view') === 'table';
  const query = useStudioPosts(postsOf(list));
  const { data } = query;
  return (
    <>
      <TablePage<PostView>
        name="posts"
        title={t('nav-posts')}
        summary={data ? t('post-count', { count: data.totalRows }) : ''}
        actions={
          <LinkButton to={paths.createPost} className="hide-phone" variant="contained" color="primary">
            <Plus className="icon" aria-hidden />
            {t('studio-create-post')}
            <kbd aria-hidden="true">C</kbd>
          </LinkButton>
        }
        address={address}
        query={{ ...query, data: data && pageOf(data) }}
        columns={usePostColumns()}
        nameOf={usePostName()}
        entryOf={usePostEntry()}
        searchLabel={t('posts-search')}
        filtersLabel={t('create-visibility')}
        filters={usePostFilters(list.filters)}
        tools={
          <ToggleButtonGroup
            aria-label={t('posts-view')}
            value={isTable ? 'table' : 'grid'}
            onChange={(_, view: string | null) => view && change({ view: view === 'table' ? view : null }, true)}
          >
            <ToggleButton value="grid" aria-label={t('posts-view-grid')}>
              <LayoutGrid className="icon" aria-hidden />
            </ToggleButton>
            <ToggleButton value="table" aria-label={t('posts-view-table')}>
              <Rows3 className="icon" aria-hidden />
            </ToggleButton>
          </ToggleButtonGroup>
        }
        empty={{
          icon: Images,
          text: t('feed-empty-creator'),
          action: (
            <LinkButton to={paths.createPost} variant="contained" color="primary">
              {t('studio-create-post')}
            </LinkButton>
          ),
        }}
        noneFound={t('posts-none-found')}
        {...(isTable ? {} : { renderBody: (posts) => <PostsGrid posts={posts} /> })}
      />
      <p className="visually-hidden" role="status">
        {data ? t('posts-shown', { n: number(data.blogs.length) }) : ''}
      </p>
      <PostTaskArea />
    </>
  );
}

interface Posts {
  readonly blogs: readonly PostView[];
  readonly currentPage: number;
  readonly totalPages: number;
  readonly totalRows: number;
}

/** The first page tells how many a page holds; the last may hold fewer. */
function pageOf({ blogs, currentPage, totalPages, totalRows }: Posts): Answer<PostView> {
  const others = totalPages > 1 ? Math.round((totalRows - blogs.length) / (totalPages - 1)) : 1;
  const limit = currentPage < totalPages ? blogs.length : Math.max(blogs.length, others);
  return { rows: blogs, page: currentPage, pages: totalPages, total: totalRows, limit };
}
