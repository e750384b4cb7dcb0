import { ShoppingBag } from 'lucide-react';
import { purchaseStateTexts } from '@backlot/domain/formats/row-texts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '../../../components/studio/export-button.tsx';
import { Empty, NoAnswer } from '../../../components/studio/list-states.tsx';
import { Pager } from '../../../components/studio/pager.tsx';
import { Person } from '../../../components/studio/person.tsx';
import { SidePanel } from '../../../components/kit/side-panel.tsx';
import { StateChip } from '../../../components/studio/state-chip.tsx';
import { Time } from '../../../components/text/time.tsx';
import { useFormats } from '../../../lib/site.tsx';
import { usePurchasedBy, type LockedContent } from './locked-query.ts';
import { usePostName } from '../list/post-labels.tsx';

interface PanelProps {
  readonly content: LockedContent;
  readonly onClose: () => void;
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
}

/** Who bought a post, in any of its versions. */
export function PurchasedPanel({ content, ...steps }: PanelProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [page, setPage] = useState(1);
  const id = content.post._id;
  const asked = usePurchasedBy(id, page);
  const { data, isPlaceholderData } = asked;
  const name = usePostName()(content.post);
  const purchases = data?.purchases ?? [];
  return (
    <SidePanel
      {...steps}
      label={t('purchased-by')}
      head={
        <div>
          <h2>{t('purchased-by')}</h2>
          <p className="small muted cut" dir="auto" title={name}>
            {name}
          </p>
        </div>
      }
    >
      <div className="side-section purchased-sums">
        <p>
          <span className="figure" data-size="s">
            {content.sold === null ? '' : formats.number(content.sold)}
          </span>
          <small className="muted">{t('locked-sold')}</small>
        </p>
        {content.earnings === null ? null : (
          <p>
            <span className="figure" data-size="s">
              {formats.money(content.earnings)}
            </span>
            <small className="muted">{t('locked-earnings')}</small>
          </p>
        )}
        {purchases.length > 0 ? (
          <ExportButton size="s" isEmpty={false} ask={{ list: 'purchases', blog_id: id }} />
        ) : null}
      </div>
      {data ? null : <NoAnswer asked={asked} count={6} />}
      {data && purchases.length === 0 ? <Empty icon={ShoppingBag} text={t('purchased-none')} /> : null}
      <ul className="purchased-list" data-stale={isPlaceholderData || undefined}>
        {purchases.map((one) => (
          <li key={one._id}>
            <Person name={one.user.name} email={one.user.email} url={null} />
            <span className="end">
              <b className={one.state === 'open' ? 'num' : 'num void-amount'}>{formats.money(one.amount)}</b>
              <small className="muted">
                <Time at={one.date} />
                {content.versions.length > 1 ? ` · ${t('post-number', { serial: one.version.serial })}` : ''}
              </small>
              {one.state === 'open' ? null : <StateChip tone="bad">{t(purchaseStateTexts[one.state])}</StateChip>}
            </span>
          </li>
        ))}
      </ul>
      {data && data.paginationData.totalPages > 1 ? (
        <Pager
          page={data.paginationData.currentPage}
          pages={data.paginationData.totalPages}
          rows={data.paginationData.totalRows}
          limit={data.paginationData.limit}
          onPage={setPage}
        />
      ) : null}
    </SidePanel>
  );
}
