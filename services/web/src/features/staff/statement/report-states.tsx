import type { StatementReport } from '@backlot/contracts/statement';
import { useTranslation } from 'react-i18next';
import { SiteLink } from '../../../components/site-link.tsx';
import { StateChip } from '../../../components/studio/state-chip.tsx';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/site.tsx';
import { useAccountText } from '../lookup/account-text.ts';

/** Whether the providers' own reports of the month were read, and what of them differs from the books. */
export function ReportStates({ reports }: { reports: readonly StatementReport[] }) {
  const { t } = useTranslation();
  const { exact } = useFormats();
  const accountText = useAccountText();
  const readText = ({ read, read_until: until }: StatementReport): string =>
    read === 'part' && until !== null
      ? t('statement-report-part', { time: exact(until) })
      : t(read === 'all' ? 'statement-report-all' : 'statement-report-none');
  return (
    <article className="panel-card statement-card">
      <h3>{t('statement-reports')}</h3>
      {reports.length === 0 ? <p className="muted">{t('statement-reports-none')}</p> : null}
      <ul className="statement-reports">
        {reports.map((report) => (
          <li key={report.account_id}>
            <p>
              <b>{accountText(report)}</b> <ReportChip report={report} />
            </p>
            <p className="small muted">{readText(report)}</p>
          </li>
        ))}
      </ul>
      <p className="form-help">
        {t('statement-reports-help')}{' '}
        <SiteLink to={paths.reconciliation} className="text-link">
          {t('reconciliation-title')}
        </SiteLink>
      </p>
    </article>
  );
}

function ReportChip({ report: { read, open, waiting } }: { report: StatementReport }) {
  const { t } = useTranslation();
  if (open > 0)
    return (
      <StateChip tone="bad" hasDot>
        {t('reconciliation-open', { count: open })}
      </StateChip>
    );
  if (waiting > 0) return <StateChip tone="info">{t('reconciliation-waiting')}</StateChip>;
  return read === 'all' ? (
    <StateChip tone="good" hasDot>
      {t('reconciliation-agrees')}
    </StateChip>
  ) : null;
}
