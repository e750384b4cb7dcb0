import { ShoppingBag } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { LinkButton } from '../../../components/kit/link-button.tsx';
import { ExportButton } from '../../../components/studio/export-button.tsx';
import { Empty, NoAnswer } from '../../../components/studio/list-states.tsx';
import { Pager } from '../../../components/studio/pager.tsx';
import { SidePanel } from '../../../components/kit/side-panel.tsx';
import { leftAt } from '../../../lib/navigation/left-at.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/site.tsx';
import { useLockedMoney, usePurchasedBy, type LockedContent } from './locked-query.ts';
import { PurchasedRows } from './purchased-rows.tsx';
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
  const money = useLockedMoney();
  const place = useLocation();
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
              {money(content, content.earnings)}
            </span>
            <small className="muted">{t('locked-earnings')}</small>
          </p>
        )}
        {purchases.length > 0 ? (
          <span className="purchased-acts">
            <LinkButton size="small" to={paths.purchasedBy(id)} state={leftAt(place)}>
              {t('fan-open')}
            </LinkButton>
            <ExportButton size="s" isEmpty={false} ask={{ list: 'purchases', blog_id: id }} />
          </span>
        ) : null}
      </div>
      {data ? null : <NoAnswer asked={asked} count={6} />}
      {data && purchases.length === 0 ? <Empty icon={ShoppingBag} text={t('purchased-none')} /> : null}
      <PurchasedRows purchases={purchases} hasVersions={content.versions.length > 1} isStale={isPlaceholderData} />
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
