import Button from '@mui/material/Button';
import type { FraudReport } from '@backlot/contracts/fraud-reports';
import { settlesMoney } from '@backlot/domain/people/capabilities';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../../components/kit/busy-button.tsx';
import { ConfirmDialog } from '../../../components/kit/confirm-dialog.tsx';
import { LinkButton } from '../../../components/kit/link-button.tsx';
import { Failed, NoAnswer } from '../../../components/studio/list-states.tsx';
import { paths } from '../../../lib/paths.ts';
import { useFormats, useMe, useMoneyIn, viewerOf } from '../../../lib/site.tsx';
import { FraudReportDialog } from './fraud-report-dialog.tsx';
import { useFraudReports, useTakeBackFraudReport } from './fraud-reports-query.ts';

/** What issuers reported as fraud, as staff noted it: Visa counts it with disputes (C10). */
export function FraudReports() {
  const { t } = useTranslation();
  const isSettling = settlesMoney(viewerOf(useMe()));
  const query = useFraudReports();
  const [isNoting, setNoting] = useState(false);
  const [takingBack, setTakingBack] = useState<FraudReport | null>(null);
  const reports = query.data?.pages.flatMap((page) => page.reports);
  return (
    <section className="panel-card dispute-ratio" tabIndex={-1} aria-labelledby="fraud-reports">
      <header>
        <h3 id="fraud-reports">{t('fraud-reports-title')}</h3>
        {isSettling ? <Button onClick={() => setNoting(true)}>{t('fraud-report-note')}</Button> : null}
      </header>
      <p className="muted">{t('fraud-reports-help')}</p>
      {reports === undefined ? <NoAnswer asked={query} /> : null}
      {reports === undefined || reports.length === 0 ? null : (
        <ul className="fraud-reports">
          {reports.map((report) => (
            <li key={report._id}>
              <Noted report={report} onTakeBack={isSettling ? () => setTakingBack(report) : null} />
            </li>
          ))}
        </ul>
      )}
      {query.isFetchNextPageError ? (
        <Failed error={query.error} onRetry={() => void query.fetchNextPage()} />
      ) : query.hasNextPage ? (
        <BusyButton size="small" isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('btn-show-more')}
        </BusyButton>
      ) : null}
      {isNoting ? <FraudReportDialog onClose={() => setNoting(false)} /> : null}
      {takingBack ? <TakeBack report={takingBack} onClose={() => setTakingBack(null)} /> : null}
    </section>
  );
}

function Noted({ report, onTakeBack }: { report: FraudReport; onTakeBack: (() => void) | null }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const moneyIn = useMoneyIn();
  const { noted } = report;
  return (
    <>
      <div>
        <p>
          <b>{moneyIn(report.amount, report.currency)}</b> · {formats.date(report.date)} ·{' '}
          <span dir="auto">{report.user.name || report.user.email}</span>
        </p>
        <p className="small">
          <code className="long-reference">{report.transactionId}</code>
        </p>
        <p className="small" dir="auto">
          {report.note}
        </p>
        <p className="small muted">{t('fraud-report-noted-by', { name: noted.by, date: formats.exact(noted.date) })}</p>
      </div>
      <div className="fan-acts">
        <LinkButton to={paths.transaction(report.payment._id)}>{t('lookup-to-transaction')}</LinkButton>
        {onTakeBack ? <Button onClick={onTakeBack}>{t('fraud-report-take-back')}</Button> : null}
      </div>
    </>
  );
}

function TakeBack({ report, onClose }: { report: FraudReport; onClose: () => void }) {
  const { t } = useTranslation();
  const takeBack = useTakeBackFraudReport(onClose);
  return (
    <ConfirmDialog
      title={t('fraud-report-take-back-title')}
      confirmLabel={t('fraud-report-take-back')}
      isDanger
      busy={takeBack.isPending}
      onCancel={onClose}
      onConfirm={() => takeBack.mutate(report._id)}
    >
      <code className="long-reference">{report.transactionId}</code>
    </ConfirmDialog>
  );
}
