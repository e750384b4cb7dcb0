import Button from '@mui/material/Button';
import { opensSales } from '@backlot/domain/people/capabilities';
import { BadgePercent } from 'lucide-react';
import { promotionTypeTexts } from '@backlot/domain/formats/offer-texts';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { answerOf } from '../../components/kit/table/answer-of.ts';
import { type TableAddress, useTableAddress } from '../../components/kit/table/table-address.ts';
import { TablePage } from '../../components/kit/table/table-page.tsx';
import type { ListEntry, TableColumn, TableFilter } from '../../components/kit/table/table-types.ts';
import { ExportButton } from '../../components/studio/export-button.tsx';
import { Empty } from '../../components/studio/list-states.tsx';
import { PageTop } from '../../components/studio/page-top.tsx';
import { usePriceSumText } from '../../components/studio/sum-text.ts';
import { Time } from '../../components/text/time.tsx';
import { SiteLink } from '../../components/site-link.tsx';
import { leftAt } from '../../lib/navigation/left-at.ts';
import { paths } from '../../lib/paths.ts';
import { routeSettings } from '../../lib/route-settings.ts';
import { useFormats, useMe, useSetting, useSettingValues, viewerOf } from '../../lib/site.tsx';
import { PromotionDialog } from './promotion-dialog.tsx';
import { PromotionState, usePromotionLabels } from './promotion-labels.tsx';
import { promotionsTable, usePromotionReports, type PromotionReport } from './promotions-query.ts';
import './promotions.css';

/** Promotions of the site, running and past: started and ended here, with what they brought in. */
export function Page() {
  const settings = routeSettings(useSettingValues());
  // What promotions brought in is a report (DECISIONS 19).
  return opensSales(viewerOf(useMe()), settings) ? <Reports /> : <WithoutReports />;
}

function Reports() {
  const { t } = useTranslation();
  const address = useTableAddress(promotionsTable);
  const { list } = address;
  const query = usePromotionReports(list);
  const { data } = query;
  const rows = data?.promotionList ?? [];
  const { start, dialog } = useOffering(address);
  return (
    <>
      <TablePage
        name="promotions"
        title={t('nav-promotions')}
        summary={data ? t('promotions-count', { count: data.paginationData.totalRows }) : ''}
        actions={
          <>
            <ExportButton
              isEmpty={rows.length === 0}
              ask={{
                list: 'promotions',
                promotions: { promotion_type: list.filters.type, state: list.filters.state },
              }}
            />
            {start}
          </>
        }
        address={address}
        query={{ ...query, failed: 'promotion-reports-error', data: data && answerOf(rows, data.paginationData) }}
        columns={useColumns()}
        nameOf={({ ribbon_text: text, type }) => text || t(promotionTypeTexts[type])}
        entryOf={useEntry()}
        filtersLabel={t('promotions-filters')}
        filters={useFilters(list.filters)}
        tools={<SwitchedOff />}
        empty={{ icon: BadgePercent, text: t('promotions-empty'), action: start }}
        noneFound={t('promotions-none-found')}
      />
      {dialog}
    </>
  );
}

/** For who runs promotions and reads no earnings. */
function WithoutReports() {
  const { t } = useTranslation();
  const { start, dialog } = useOffering(useTableAddress(promotionsTable));
  return (
    <>
      <PageTop title={t('nav-promotions')}>{start}</PageTop>
      <div className="studio-body">
        <Empty icon={BadgePercent} text={t('promotions-without-reports')} />
      </div>
      {dialog}
    </>
  );
}

/** The button, and the dialog where the address asks for it: the feed's button leads here. */
function useOffering({ params, change }: Pick<TableAddress<string, {}>, 'params' | 'change'>) {
  const { t } = useTranslation();
  const asked = params.get('promotion');
  return {
    start: (
      <Button variant="contained" color="primary" onClick={() => change({ promotion: 'new' })}>
        <BadgePercent className="icon" aria-hidden />
        {t('promotion-start')}
      </Button>
    ),
    dialog: asked === null ? null : <PromotionDialog asked={asked} onClose={() => change({ promotion: null }, true)} />,
  };
}

function SwitchedOff() {
  const { t } = useTranslation();
  if (useSetting('enable_promotion') === true) return null;
  return (
    <p className="promotion-hidden">
      {t('promotions-are-off')}{' '}
      <SiteLink className="text-link" to={paths.promotionSettings}>
        {t('nav-settings')}
      </SiteLink>
    </p>
  );
}

function useFilters(chosen: { readonly type: string; readonly state: string }): readonly TableFilter[] {
  const { t } = useTranslation();
  return [
    {
      name: 'type',
      shape: 'select',
      label: t('promotion-of'),
      value: chosen.type,
      options: promotionsTable.filters.type.map((type) => ({
        value: type,
        text: t(type === 'all' ? 'filter-all' : promotionTypeTexts[type]),
      })),
    },
    {
      name: 'state',
      shape: 'select',
      label: t('column-status'),
      value: chosen.state,
      options: [
        { value: 'all', text: t('filter-all') },
        { value: 'running', text: t('promotion-state-running') },
        { value: 'ended', text: t('promotion-state-ended') },
      ],
    },
  ];
}

function PromotionLink({ promotion }: { promotion: PromotionReport }) {
  const labels = usePromotionLabels();
  return (
    <SiteLink className="text-link" to={paths.promotionReport(promotion._id)} state={leftAt(useLocation())}>
      <span dir="auto">{labels.name(promotion)}</span>
    </SiteLink>
  );
}

/** The same on a phone. */
function useEntry(): (promotion: PromotionReport) => ListEntry {
  const sum = usePriceSumText();
  const labels = usePromotionLabels();
  return (promotion) => ({
    picture: (
      <span className="promotion-mark" aria-hidden="true">
        <BadgePercent className="icon" />
      </span>
    ),
    title: <PromotionLink promotion={promotion} />,
    note: labels.price(promotion),
    end: (
      <>
        <b>{sum(promotion, 'first_amount', 'renewal_amount')}</b>
        <PromotionState promotion={promotion} />
      </>
    ),
  });
}

function useColumns(): readonly TableColumn<PromotionReport>[] {
  const { t } = useTranslation();
  const { number } = useFormats();
  const sum = usePriceSumText();
  const labels = usePromotionLabels();
  return [
    {
      id: 'name',
      head: t('promotion-ribbon'),
      isName: true,
      takesRest: true,
      cell: (promotion) => <PromotionLink promotion={promotion} />,
    },
    { id: 'price', head: t('promotion-price'), kind: 'muted', from: 'tablet', cell: labels.price },
    { id: 'started', head: t('promotion-started'), from: 'wide', cell: ({ started_at: at }) => <Time at={at} /> },
    {
      id: 'ends',
      head: t('promotion-ends'),
      from: 'wide',
      cell: ({ ended_at: ended, ends_at: ends }) => <Time at={(ended ?? ends)!} />,
    },
    { id: 'purchases', head: t('promotion-purchases'), kind: 'number', cell: ({ purchases }) => number(purchases) },
    {
      id: 'sum',
      head: t('coupon-earned'),
      kind: 'number',
      cell: (promotion) => <b>{sum(promotion, 'first_amount', 'renewal_amount')}</b>,
    },
    {
      id: 'status',
      head: t('column-status'),
      from: 'tablet',
      cell: (promotion) => <PromotionState promotion={promotion} />,
    },
  ];
}
