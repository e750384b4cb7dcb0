import Button from '@mui/material/Button';
import type { LineDifference, ReportLineView } from '@backlot/contracts/reconciliation';
import { reportDifferenceTexts, reportLineKindTexts } from '@backlot/domain/formats/row-texts';
import { useTranslation } from 'react-i18next';
import { Details } from '../../../components/kit/detail.tsx';
import { SiteLink } from '../../../components/site-link.tsx';
import { FanName } from '../../../components/studio/fan-name.tsx';
import { paths } from '../../../lib/paths.ts';
import { useFormats, useMoneyIn } from '../../../lib/site.tsx';
import type { TextKey } from '../../../lib/texts/texts.ts';
import { ReconciledChip } from './day-columns.tsx';

const helps = {
  not_in_books: 'reconciliation-not-in-books-help',
  not_in_report: 'reconciliation-not-in-report-help',
  other_amount: 'reconciliation-other-amount-help',
  other_currency: 'reconciliation-other-currency-help',
} as const satisfies Record<LineDifference, TextKey>;

interface LineProps {
  readonly line: ReportLineView;
  /** The account's: for what a report names no currency of. */
  readonly currency: string;
  readonly onExplain: () => void;
}

/** What a line lists, what of ours it is, and why both differ. */
export function ReportLine({ line, currency, onExplain }: LineProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const moneyIn = useMoneyIn();
  const { kind, theirs, ours, difference, explained } = line;
  return (
    <article className="report-line">
      <header>
        <b>{t(reportLineKindTexts[kind])}</b>
        <ReconciledChip state={line.state} />
      </header>
      {difference === null || explained ? null : <p className="form-help">{t(helps[difference])}</p>}
      <Details
        list={[
          { name: t('column-date'), value: formats.exact(line.date) },
          {
            name: t('open-items-reference'),
            value: <code className="long-reference">{line.transactionId}</code>,
          },
          difference !== null && { name: t('open-items-why'), value: t(reportDifferenceTexts[difference]) },
          theirs && {
            name: t('reconciliation-provider'),
            value: moneyIn(theirs.amount, theirs.currency ?? currency),
          },
          ours && {
            name: t('reconciliation-books'),
            value: (
              <SiteLink to={paths.transaction(ours._id)} className="text-link">
                {moneyIn(ours.amount, ours.currency)}
              </SiteLink>
            ),
          },
          ours && { name: t('fan'), value: <FanName fan={ours.user} /> },
          explained && { name: t('explain-note'), value: <span dir="auto">{explained.note}</span> },
          explained && { name: t('settle-by'), value: explained.by.name },
          explained && { name: t('settle-at'), value: formats.exact(explained.date) },
        ]}
      />
      {line.state === 'differs' ? (
        <Button
          size="small"
          aria-label={`${t('explain-action')}: ${t(reportLineKindTexts[kind])}, ${line.transactionId}`}
          onClick={onExplain}
        >
          {t('explain-action')}
        </Button>
      ) : null}
    </article>
  );
}
