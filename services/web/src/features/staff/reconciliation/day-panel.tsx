import type { ReconciledDay, ReportLineView } from '@backlot/contracts/reconciliation';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Details, DetailSection } from '../../../components/kit/detail.tsx';
import { SidePanel } from '../../../components/kit/side-panel.tsx';
import type { RowSteps } from '../../../components/kit/table/table-types.ts';
import { NoAnswer } from '../../../components/studio/list-states.tsx';
import { Pager } from '../../../components/studio/pager.tsx';
import { useFormats, useMoneyIn } from '../../../lib/site.tsx';
import { accountName, ReconciledChip, useDayName } from './day-columns.tsx';
import { useReportLines } from './reconciliation-query.ts';
import { ReportLine } from './report-line.tsx';

interface PanelProps extends RowSteps {
  readonly day: ReconciledDay;
  readonly onExplain: (line: ReportLineView) => void;
}

/** An account's day: both sums, and each line with what of ours it is; what differs comes first. */
export function DayPanel({ day, onExplain, ...steps }: PanelProps) {
  const { t } = useTranslation();
  const { days } = useFormats();
  const moneyIn = useMoneyIn();
  const [page, setPage] = useState(1);
  const asked = useReportLines(day.account_id, day.day, page);
  const money = (amount: number): string => moneyIn(amount, day.account.currency);
  const { data } = asked;
  return (
    <SidePanel
      {...steps}
      label={useDayName()(day)}
      head={
        <div>
          <h2>{days(day.day, day.day)}</h2>
          <p className="panel-chips">
            <ReconciledChip state={day.state} />
          </p>
        </div>
      }
    >
      <DetailSection>
        <Details
          list={[
            { name: t('lookup-account'), value: accountName(day) },
            { name: t('reconciliation-provider'), value: money(day.theirs.sum) },
            { name: t('reconciliation-books'), value: money(day.ours.sum) },
            { name: t('reconciliation-difference'), value: <b>{money(day.difference)}</b> },
          ]}
        />
        {day.open > 0 ? <p className="form-help">{t('reconciliation-open', { count: day.open })}</p> : null}
      </DetailSection>
      <DetailSection title={t('reconciliation-lines')}>
        {data ? (
          <ul className="report-lines">
            {data.lines.map((line) => (
              <li key={line._id}>
                <ReportLine line={line} currency={day.account.currency} onExplain={() => onExplain(line)} />
              </li>
            ))}
          </ul>
        ) : (
          <NoAnswer asked={asked} />
        )}
        {data && data.paginationData.totalPages > 1 ? (
          <Pager
            page={page}
            pages={data.paginationData.totalPages}
            rows={data.paginationData.totalRows}
            limit={data.paginationData.limit}
            onPage={setPage}
          />
        ) : null}
      </DetailSection>
    </SidePanel>
  );
}
