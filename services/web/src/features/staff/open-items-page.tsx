import type { OpenItem } from '@backlot/contracts/open-items';
import { hasBareLayout, settlesMoney } from '@backlot/domain/people/capabilities';
import { Scale } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../components/kit/link-button.tsx';
import { answerOf } from '../../components/kit/table/answer-of.ts';
import { useTableAddress } from '../../components/kit/table/table-address.ts';
import { TablePage } from '../../components/kit/table/table-page.tsx';
import type { TableFilter } from '../../components/kit/table/table-types.ts';
import { ExportButton } from '../../components/studio/export-button.tsx';
import { paths } from '../../lib/paths.ts';
import { useMe, viewerOf } from '../../lib/site.tsx';
import { useOpenItemColumns, useOpenItemEntry, useOpenItemName } from './open-items/open-item-columns.tsx';
import { OpenItemPanel } from './open-items/open-item-panel.tsx';
import { kindTexts } from './open-items/open-item-texts.ts';
import { openItemFiltersOf, openItemsTable, useOpenItems, type OpenItemsList } from './open-items/open-items-query.ts';
import { SettleDialog } from './open-items/settle-dialog.tsx';
import './staff.css';

/** Money that is owed, held or of an unknown end, until somebody settles it; and who settled what. */
export function Page() {
  const { t } = useTranslation();
  const viewer = viewerOf(useMe());
  const address = useTableAddress(openItemsTable);
  const { list } = address;
  const query = useOpenItems(list);
  const { data } = query;
  const [settling, setSettling] = useState<OpenItem | null>(null);
  const isSettled = list.filters.state === 'settled';
  const onSettle = !isSettled && settlesMoney(viewer) ? setSettling : null;
  const items = data?.items ?? [];
  return (
    <>
      <TablePage<OpenItem>
        name="open-items"
        title={t('open-items-title')}
        summary={
          data
            ? t(isSettled ? 'open-items-settled-count' : 'open-items-count', { count: data.paginationData.totalRows })
            : ''
        }
        actions={
          <>
            {hasBareLayout(viewer) ? <LinkButton to={paths.transactions}>{t('nav-transactions')}</LinkButton> : null}
            <ExportButton
              isEmpty={items.length === 0}
              ask={{ list: 'open_items', open_items: openItemFiltersOf(list) }}
            />
          </>
        }
        address={address}
        panelName={openItemsTable.panel}
        query={{ ...query, data: data && answerOf(items, data.paginationData) }}
        columns={useOpenItemColumns({ isSettled, onSettle })}
        nameOf={useOpenItemName()}
        entryOf={useOpenItemEntry()}
        searchLabel={t('transactions-search')}
        filtersLabel={t('open-items-filters')}
        filters={useFilters(list.filters)}
        empty={{ icon: Scale, text: t('open-items-empty') }}
        noneFound={t(isNarrowed(list) ? 'open-items-none-found' : 'open-items-none-settled')}
        renderPanel={(item, steps) => (
          <OpenItemPanel
            item={item}
            {...steps}
            onSettle={onSettle && item.settled === null ? () => onSettle(item) : null}
          />
        )}
      />
      {settling ? <SettleDialog item={settling} onClose={() => setSettling(null)} /> : null}
    </>
  );
}

/** By more than being settled. */
const isNarrowed = ({ page, search, filters }: OpenItemsList): boolean =>
  page > 1 || search !== '' || filters.kind !== 'all' || filters.state === 'open';

function useFilters({ state, kind }: OpenItemsList['filters']): readonly TableFilter[] {
  const { t } = useTranslation();
  return [
    {
      name: 'state',
      shape: 'chips',
      label: t('open-items-show'),
      value: state,
      options: [
        { value: 'open', text: t('open-items-open') },
        { value: 'settled', text: t('open-items-settled') },
      ],
    },
    {
      name: 'kind',
      shape: 'select',
      label: t('transactions-kind'),
      value: kind,
      options: openItemsTable.filters.kind.map((value) => ({
        value,
        text: t(value === 'all' ? 'filter-all' : kindTexts[value]),
      })),
    },
  ];
}
