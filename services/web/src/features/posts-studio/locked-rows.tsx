import { ChevronDown, Recycle } from 'lucide-react';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StateChip } from '../../components/studio/state-chip.tsx';
import { rowProps } from '../../components/studio/rows.ts';
import { Time } from '../../components/time.tsx';
import { useFormats } from '../../lib/site.tsx';
import type { LockedContent } from './locked-query.ts';
import { PostStateChip, usePostName } from './post-facts.tsx';
import { PostMenu } from './post-menu.tsx';
import { PostPicture } from './posts-grid.tsx';

interface RowsProps {
  readonly contents: readonly (LockedContent & { readonly _id: string })[];
  readonly openId: string | null;
  /** What was published again just now. */
  readonly newId: string | null;
  readonly onOpen: ((id: string) => void) | null;
  readonly onReuse: (id: string) => void;
}

/** One line a post; one that was published again unfolds into its versions. */
export function LockedRows({ contents, openId, newId, onOpen, onReuse }: RowsProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const nameOf = usePostName();
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const hasSold = contents.some(({ sold }) => sold !== null);
  const hasMoney = contents.some(({ earnings }) => earnings !== null);
  const fold = (id: string): void => setUnfolded((before) => (before.has(id) ? new Set([...before].filter((other) => other !== id)) : new Set([...before, id])));
  return (
    <table className="data-table posts-table locked-table" data-narrow={openId !== null || undefined}>
      <caption className="visually-hidden">{t('nav-locked-content')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('posts-column-post')}</th>
          <th scope="col" className="num">{t('create-amount')}</th>
          {hasSold ? <th scope="col" className="num">{t('locked-sold')}</th> : null}
          {hasMoney ? <th scope="col" className="num">{t('locked-earnings')}</th> : null}
          <th scope="col" className="locked-date">{t('column-date')}</th>
          <th scope="col"><span className="visually-hidden">{t('a11y-post-menu')}</span></th>
        </tr>
      </thead>
      <tbody>
        {contents.map(({ _id: id, post, sold, earnings, versions }) => {
          const name = nameOf(post);
          const isOpen = unfolded.has(id);
          return (
            <Fragment key={id}>
              <tr {...(onOpen ? rowProps(id, id === openId, () => onOpen(id)) : {})} data-new={versions.some(({ _id }) => _id === newId) || undefined}>
                <th scope="row" aria-label={name}>
                  <span className="posts-name">
                    <span className="posts-thumb"><PostPicture post={post} /></span>
                    <span className="locked-name"><span className="cut" dir="auto" title={name}>{name}</span><span className="locked-chips"><PostStateChip post={post} />{versions.length > 1 ? <button type="button" className="locked-fold" aria-expanded={isOpen} onClick={(event) => { event.stopPropagation(); fold(id); }}>{t('locked-versions', { count: versions.length })}<ChevronDown className="icon" aria-hidden /></button> : null}</span></span>
                  </span>
                </th>
                <td className="num">{post.amount === null ? '' : formats.money(post.amount)}</td>
                {hasSold ? <td className="num">{sold === null ? '' : formats.number(sold)}</td> : null}
                {hasMoney ? <td className="num"><b className={earnings ? undefined : 'muted'}>{earnings === null ? '' : formats.money(earnings)}</b></td> : null}
                <td className="muted locked-date"><Time at={post.date} exact={!post.is_published} /></td>
                <td><span className="locked-actions"><button type="button" className="btn hide-phone" data-size="s" aria-label={t('locked-reuse', { name: name.slice(0, 60) })} onClick={(event) => { event.stopPropagation(); onReuse(id); }}><Recycle className="icon" aria-hidden />{t('menu-reuse')}</button><span role="presentation" onClick={(event) => event.stopPropagation()}><PostMenu post={post} onReuse={() => onReuse(id)} /></span></span></td>
              </tr>
              {isOpen ? versions.map((version) => (
                <tr key={version._id} className="locked-version">
                  <th scope="row"><span>{t('post-number', { serial: version.serial })}</span> {version.is_current ? <StateChip tone="good">{t('locked-current')}</StateChip> : version.is_deleted ? <StateChip>{t('locked-removed')}</StateChip> : null}</th>
                  <td className="num">{formats.money(version.amount)}</td>
                  {hasSold ? <td className="num">{version.sold === null ? '' : formats.number(version.sold)}</td> : null}
                  {hasMoney ? <td className="num">{version.earnings === null ? '' : formats.money(version.earnings)}</td> : null}
                  <td className="muted locked-date" colSpan={2}><Time at={version.date} /></td>
                </tr>
              )) : null}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}
