import type { Dispute } from '@backlot/contracts/disputes';
import { opensEvidence, settlesMoney } from '@backlot/domain/people/capabilities';
import { ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { answerOf } from '../../components/kit/table/answer-of.ts';
import { useTableAddress } from '../../components/kit/table/table-address.ts';
import { TablePage } from '../../components/kit/table/table-page.tsx';
import { ExportButton } from '../../components/studio/export-button.tsx';
import { useMe, viewerOf } from '../../lib/site.tsx';
import { useDisputeColumns, useDisputeEntry } from './disputes/dispute-columns.tsx';
import { DisputePanel } from './disputes/dispute-panel.tsx';
import { DisputeRatios } from './disputes/dispute-ratios.tsx';
import { disputeFiltersOf, disputesTable, useDisputes } from './disputes/disputes-query.ts';
import { useSaleName } from './sale-cells.tsx';
import './staff.css';
import './disputes/disputes.css';

const kindTexts = {
  all: 'filter-all',
  voids: 'reconciliation-void',
  refunds: 'transaction-refund',
  chargebacks: 'transaction-chargeback',
} as const;

/** Payments that were voided, refunded, or taken back by banks, with how the month stands before the card schemes' limits. */
export function Page() {
  const { t } = useTranslation();
  const viewer = viewerOf(useMe());
  const address = useTableAddress(disputesTable);
  const { search } = address.list;
  const { kind } = address.list.filters;
  const query = useDisputes(address.list);
  const { data } = query;
  return (
    <TablePage<Dispute>
      name="disputes"
      title={t('disputes-title-whole')}
      actions={
        <ExportButton
          isEmpty={(data?.disputes.length ?? 0) === 0}
          ask={{ list: 'disputes', disputes: disputeFiltersOf(address.list) }}
        />
      }
      address={address}
      panelName={disputesTable.panel}
      query={{ ...query, data: data && answerOf(data.disputes, data.paginationData) }}
      columns={useDisputeColumns()}
      nameOf={useSaleName()}
      entryOf={useDisputeEntry()}
      searchLabel={t('transactions-search')}
      filtersLabel={t('transactions-kind')}
      filters={[
        {
          name: 'kind',
          shape: 'select',
          label: t('transactions-kind'),
          value: kind,
          options: disputesTable.filters.kind.map((value) => ({ value, text: t(kindTexts[value]) })),
        },
      ]}
      above={search === '' && (kind === 'all' || kind === 'chargebacks') ? <DisputeRatios /> : null}
      empty={{ icon: ShieldAlert, text: t('disputes-empty') }}
      noneFound={t('disputes-none-found')}
      renderPanel={(dispute, steps) => (
        <DisputePanel
          key={dispute._id}
          dispute={dispute}
          opensEvidence={opensEvidence(viewer)}
          settlesMoney={settlesMoney(viewer)}
          {...steps}
        />
      )}
    />
  );
}
