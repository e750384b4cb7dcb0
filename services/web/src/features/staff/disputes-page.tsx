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
import { disputesTable, useDisputes } from './disputes/disputes-query.ts';
import { useSaleName } from './sale-cells.tsx';
import './staff.css';
import './disputes/disputes.css';

/** Payments that banks took back, with how the month stands before the card schemes' limits. */
export function Page() {
  const { t } = useTranslation();
  const viewer = viewerOf(useMe());
  const address = useTableAddress(disputesTable);
  const query = useDisputes(address.list);
  const { data } = query;
  return (
    <TablePage<Dispute>
      name="disputes"
      title={t('disputes-title')}
      actions={
        <ExportButton
          isEmpty={(data?.disputes.length ?? 0) === 0}
          ask={{ list: 'disputes', disputes: address.list.search === '' ? {} : { search: address.list.search } }}
        />
      }
      address={address}
      panelName={disputesTable.panel}
      query={{ ...query, data: data && answerOf(data.disputes, data.paginationData) }}
      columns={useDisputeColumns()}
      nameOf={useSaleName()}
      entryOf={useDisputeEntry()}
      searchLabel={t('transactions-search')}
      above={address.list.search === '' ? <DisputeRatios /> : null}
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
