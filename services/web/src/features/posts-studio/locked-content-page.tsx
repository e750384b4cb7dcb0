import { LockKeyhole, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../components/kit/link-button.tsx';
import { answerOf } from '../../components/kit/table/answer-of.ts';
import { useTableAddress, type FilterSpec, type TableSpec } from '../../components/kit/table/table-address.ts';
import { TablePage } from '../../components/kit/table/table-page.tsx';
import { paths } from '../../lib/paths.ts';
import { usePostName } from './list/post-labels.tsx';
import { useLockedColumns, useLockedEntry, type LockedRow } from './locked/locked-columns.tsx';
import { useLockedContents } from './locked/locked-query.ts';
import { PurchasedPanel } from './locked/purchased-panel.tsx';
import { VersionRows } from './locked/version-rows.tsx';
import { ReuseDialog } from './tasks/reuse-dialog.tsx';
import './list/posts.css';
import './locked/locked-content.css';

const lockedTable = { sorts: ['date'], filters: {}, panel: 'post' } as const satisfies TableSpec<string, FilterSpec>;

/** What is for sale and what it brought; who bought it stands beside the list. */
export function Page() {
  const { t } = useTranslation();
  const address = useTableAddress(lockedTable);
  const { list, params, change } = address;
  const query = useLockedContents(list);
  const { data } = query;
  const [reused, setReused] = useState<string | null>(null);
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const contents: LockedRow[] = (data?.contents ?? []).map((content) => ({ ...content, _id: content.post._id }));
  // Where earnings are hidden from somebody, so is who bought.
  const hasSold = contents.some(({ sold }) => sold !== null);
  const nameOf = usePostName();
  const asked = params.get('reuse');
  const columns = useLockedColumns({
    hasSold,
    hasMoney: contents.some(({ earnings }) => earnings !== null),
    isUnfolded: (id) => unfolded.has(id),
    onFold: (id) => setUnfolded((before) => (before.has(id) ? without(before, id) : new Set([...before, id]))),
    onReuse: (id) => change({ reuse: id }),
  });
  const create = (className?: string) => (
    <LinkButton to={paths.createPost} variant="contained" color="primary" {...(className ? { className } : {})}>
      <Plus className="icon" aria-hidden />
      {t('studio-create-post')}
    </LinkButton>
  );
  return (
    <>
      <TablePage
        name="locked"
        title={t('nav-locked-content')}
        summary={data ? t('post-count', { count: data.paginationData.totalRows }) : ''}
        actions={create('hide-phone')}
        address={address}
        panelName={lockedTable.panel}
        query={{ ...query, data: data && answerOf(contents, data.paginationData) }}
        columns={columns}
        nameOf={({ post }) => nameOf(post)}
        entryOf={useLockedEntry()}
        searchLabel={t('posts-search')}
        empty={{ icon: LockKeyhole, text: t('locked-empty'), action: create() }}
        noneFound={t('posts-none-found')}
        isNew={({ versions }) => versions.some(({ _id }) => _id === reused)}
        renderAfter={({ _id, versions }, shown) =>
          unfolded.has(_id) ? <VersionRows versions={versions} shown={shown} /> : null
        }
        renderPanel={
          hasSold ? (content, steps) => <PurchasedPanel key={content._id} content={content} {...steps} /> : null
        }
      />
      {asked === null ? null : (
        <ReuseDialog
          key={asked}
          id={asked}
          onClose={() => change({ reuse: null }, true)}
          onReused={(udid) => {
            setReused(udid);
            void query.refetch();
          }}
        />
      )}
    </>
  );
}

const without = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  new Set([...ids].filter((other) => other !== id));
