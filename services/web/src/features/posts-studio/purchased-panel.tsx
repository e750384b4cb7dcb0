import { Download, ShoppingBag } from 'lucide-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty, Failed, Lines } from '../../components/studio/list-states.tsx';
import { Pager } from '../../components/studio/pager.tsx';
import { Person } from '../../components/studio/person.tsx';
import { SidePanel } from '../../components/studio/side-panel.tsx';
import { StateChip } from '../../components/studio/state-chip.tsx';
import { useToast } from '../../components/toasts.tsx';
import { Time } from '../../components/time.tsx';
import { saveCsv } from '../../lib/csv.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { useFormats, useMe, useSetting } from '../../lib/site.tsx';
import { everyPurchase, usePurchasedBy, type LockedContent } from './locked-query.ts';
import { usePostName } from './post-facts.tsx';

interface PanelProps { readonly content: LockedContent; readonly onClose: () => void; readonly onPrevious: (() => void) | null; readonly onNext: (() => void) | null }

const stateTexts = { open: 'purchased-open', refund: 'purchased-refund', chargeback: 'purchased-chargeback', staff: 'purchased-staff' } as const;

/** Who bought a post, in any of its versions. */
export function PurchasedPanel({ content, ...steps }: PanelProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [page, setPage] = useState(1);
  const id = content.post._id;
  const { data, error, refetch, isPlaceholderData } = usePurchasedBy(id, page);
  const name = usePostName()(content.post);
  const save = useFile(id);
  const purchases = data?.purchases ?? [];
  return (
    <SidePanel {...steps} label={t('purchased-by')} head={<div><h2>{t('purchased-by')}</h2><p className="small muted cut" dir="auto" title={name}>{name}</p></div>}>
      <div className="side-section purchased-sums">
        <p><span className="figure" data-size="s">{content.sold === null ? '' : formats.number(content.sold)}</span><small className="muted">{t('locked-sold')}</small></p>
        {content.earnings === null ? null : <p><span className="figure" data-size="s">{formats.money(content.earnings)}</span><small className="muted">{t('locked-earnings')}</small></p>}
        {save && purchases.length > 0 ? <button type="button" className="btn" data-size="s" aria-disabled={save.isPending || undefined} onClick={() => { if (!save.isPending) save.mutate(); }}><Download className="icon" aria-hidden />{t('csv')}</button> : null}
      </div>
      {error && !data ? <Failed error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Lines count={6} /> : null}
      {data && purchases.length === 0 ? <Empty icon={ShoppingBag} text={t('purchased-none')} /> : null}
      <ul className="purchased-list" data-stale={isPlaceholderData || undefined}>
        {purchases.map((one) => (
          <li key={one._id}>
            <Person name={one.user.name} email={one.user.email} url={null} />
            <span className="end"><b className={one.state === 'open' ? 'num' : 'num void-amount'}>{formats.money(one.amount)}</b><small className="muted"><Time at={one.date} />{content.versions.length > 1 ? ` · ${t('post-number', { serial: one.version.serial })}` : ''}</small>{one.state === 'open' ? null : <StateChip tone="bad">{t(stateTexts[one.state])}</StateChip>}</span>
          </li>
        ))}
      </ul>
      {data && data.paginationData.totalPages > 1 ? <Pager page={data.paginationData.currentPage} pages={data.paginationData.totalPages} rows={data.paginationData.totalRows} limit={data.paginationData.limit} onPage={setPage} /> : null}
    </SidePanel>
  );
}

/** All purchases as a file; content managers only where the site allows it. */
function useFile(id: string) {
  const { t } = useTranslation();
  const toast = useToast();
  const errorText = useErrorText();
  const isAllowed = useSetting('enable_csv_download_for_content_managers') === true;
  const isContentManager = useMe()?.role === 'content_manager';
  const save = useMutation({
    mutationFn: () => everyPurchase(id),
    onSuccess: (rows) => saveCsv('purchased-by.csv', [
      [t('column-name'), t('column-email'), t('column-date'), t('reuse-amount'), t('posts-column-post'), t('column-status')],
      ...rows.map((one) => [one.user.name, one.user.email, one.date, one.amount, t('post-number', { serial: one.version.serial }), t(stateTexts[one.state])]),
    ]),
    onError: (error) => toast({ text: errorText(error), tone: 'bad' }),
  });
  return isContentManager && !isAllowed ? null : save;
}
