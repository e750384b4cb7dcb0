import Button from '@mui/material/Button';
import { ChevronDown, Recycle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ListEntry, TableColumn } from '../../../components/kit/table/table-types.ts';
import { Time } from '../../../components/text/time.tsx';
import { useFormats } from '../../../lib/site.tsx';
import { PostName, PostThumb } from '../list/post-columns.tsx';
import { PostStateChip, usePostName } from '../list/post-labels.tsx';
import { PostMenu } from '../list/post-menu.tsx';
import { useLockedMoney, type LockedContent } from './locked-query.ts';

export type LockedRow = LockedContent & { readonly _id: string };

interface ColumnsAsk {
  readonly hasSold: boolean;
  readonly hasMoney: boolean;
  readonly isUnfolded: (id: string) => boolean;
  readonly onFold: (id: string) => void;
  readonly onReuse: (id: string) => void;
}

export function useLockedColumns(ask: ColumnsAsk): readonly TableColumn<LockedRow>[] {
  const { hasSold, hasMoney, isUnfolded, onFold, onReuse } = ask;
  const { t } = useTranslation();
  const { number } = useFormats();
  const money = useLockedMoney();
  const nameOf = usePostName();
  return [
    {
      id: 'post',
      head: t('posts-column-post'),
      isName: true,
      takesRest: true,
      cell: ({ _id: id, post, versions }) => (
        <span className="posts-name">
          <PostThumb post={post} />
          <span className="locked-name">
            <PostName post={post} />
            <span className="locked-chips">
              <PostStateChip post={post} />
              {versions.length > 1 ? (
                <button
                  type="button"
                  className="locked-fold"
                  aria-expanded={isUnfolded(id)}
                  onClick={(event) => {
                    event.stopPropagation();
                    onFold(id);
                  }}
                >
                  {t('locked-versions', { count: versions.length })}
                  <ChevronDown className="icon" aria-hidden />
                </button>
              ) : null}
            </span>
          </span>
        </span>
      ),
    },
    {
      id: 'amount',
      head: t('create-amount'),
      kind: 'number',
      cell: ({ post, versions }) => (post.amount === null ? '' : money({ versions }, post.amount)),
    },
    ...(hasSold
      ? ([
          {
            id: 'sold',
            head: t('locked-sold'),
            kind: 'number',
            cell: ({ sold }) => (sold === null ? '' : number(sold)),
          },
        ] satisfies TableColumn<LockedRow>[])
      : []),
    ...(hasMoney
      ? ([
          {
            id: 'earnings',
            head: t('locked-earnings'),
            kind: 'number',
            cell: ({ earnings, versions }) => (
              <b className={earnings ? undefined : 'muted'}>{earnings === null ? '' : money({ versions }, earnings)}</b>
            ),
          },
        ] satisfies TableColumn<LockedRow>[])
      : []),
    {
      id: 'date',
      head: t('column-date'),
      kind: 'muted',
      from: 'tablet',
      cell: ({ post }) => <Time at={post.date} exact={!post.is_published} />,
    },
    {
      id: 'menu',
      head: t('a11y-post-menu'),
      hidesHead: true,
      cell: ({ _id: id, post }) => (
        <span className="locked-actions">
          <Button
            size="small"
            aria-label={t('locked-reuse', { name: nameOf(post).slice(0, 60) })}
            onClick={(event) => {
              event.stopPropagation();
              onReuse(id);
            }}
          >
            <Recycle className="icon" aria-hidden />
            {t('menu-reuse')}
          </Button>
          <PostMenu post={post} onReuse={() => onReuse(id)} />
        </span>
      ),
    },
  ];
}

/** The same on a phone. */
export function useLockedEntry(): (row: LockedRow) => ListEntry {
  const { t } = useTranslation();
  const money = useLockedMoney();
  return ({ post, sold, earnings, versions }) => ({
    picture: <PostThumb post={post} />,
    title: <PostName post={post} />,
    note: [
      post.amount === null ? '' : money({ versions }, post.amount),
      sold === null ? '' : `${t('locked-sold')} ${sold}`,
      versions.length > 1 ? t('locked-versions', { count: versions.length }) : '',
    ]
      .filter(Boolean)
      .join(' · '),
    end: (
      <>
        {earnings === null ? null : <b>{money({ versions }, earnings)}</b>}
        <PostStateChip post={post} />
      </>
    ),
  });
}
