import Button from '@mui/material/Button';
import type { StatementAccount, StatementPayout, StatementReport } from '@backlot/contracts/statement';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTableAddress } from '../../components/kit/table/table-address.ts';
import { TablePage } from '../../components/kit/table/table-page.tsx';
import { ExportButton } from '../../components/studio/export-button.tsx';
import { useFormats } from '../../lib/site.tsx';
import { useAccountColumns, useAccountEntry, useAccountName } from './statement/account-columns.tsx';
import { AccountPanel } from './statement/account-panel.tsx';
import { EnterDialog } from './statement/enter-dialog.tsx';
import { EnteredStatements } from './statement/entered-statements.tsx';
import { MonthSums } from './statement/month-sums.tsx';
import { PayoutCard } from './statement/payout-card.tsx';
import { ReportStates } from './statement/report-states.tsx';
import { statementTable, useMonths, useStatement } from './statement/statement-query.ts';
import './staff.css';
import './statement/statement.css';

/** A month of the books: what was taken and earned, what is still open, and every account with what moved it. */
export function Page() {
  const { t } = useTranslation();
  const formats = useFormats();
  const address = useTableAddress(statementTable);
  const { month, months } = useMonths(address.list.filters.month);
  const query = useStatement(month);
  const { data } = query;
  const accounts = data?.accounts ?? [];
  /** The account that a statement is entered of; empty for whichever is chosen there. */
  const [entering, setEntering] = useState<string | null>(null);
  const isQuiet = accounts.every(({ movements }) => movements.length === 0);
  return (
    <>
      <TablePage<StatementAccount>
        name="statements"
        title={t('statements-title')}
        summary={formats.month(month)}
        actions={
          <>
            {data && data.reports.length > 0 && data.payouts.length === 0 ? (
              <Button onClick={() => setEntering('')}>{t('statement-enter')}</Button>
            ) : null}
            <ExportButton isEmpty={isQuiet} ask={{ list: 'statement', statement: { month } }} />
          </>
        }
        address={address}
        panelName={statementTable.panel}
        query={{ ...query, data: data && answerOf(accounts) }}
        columns={useAccountColumns()}
        nameOf={useAccountName()}
        entryOf={useAccountEntry()}
        filtersLabel={t('statement-month')}
        filters={[
          {
            name: 'month',
            shape: 'select',
            label: t('statement-month'),
            value: month,
            options: months.map((value) => ({ value, text: formats.month(value) })),
          },
        ]}
        above={
          data && accounts.length > 0 ? (
            <div className="statement-month">
              {isQuiet ? <p className="muted">{t('statement-quiet')}</p> : null}
              {data.sums.map((sums) => (
                <section key={sums.currency} className="statement-month" aria-labelledby={`sums-${sums.currency}`}>
                  <h2 id={`sums-${sums.currency}`}>{`${formats.month(data.month)} · ${sums.currency}`}</h2>
                  <div className="statement-cards">
                    <MonthSums sums={sums} earnedUntil={data.earned_until} />
                    {data.payouts
                      .filter(({ currency }) => currency === sums.currency)
                      .map((payout) => (
                        <PayoutCard
                          key={payout.provider}
                          payout={payout}
                          onEnter={() => setEntering(accountOf(data.reports, payout))}
                        />
                      ))}
                    {sums === data.sums[0] ? <ReportStates reports={data.reports} /> : null}
                  </div>
                </section>
              ))}
              <EnteredStatements key={month} month={month} />
            </div>
          ) : null
        }
        empty={{ icon: ReceiptText, text: t('statement-empty') }}
        noneFound={t('statement-empty')}
        renderPanel={(account, steps) => (
          <AccountPanel key={`${account._id} ${month}`} account={account} month={month} {...steps} />
        )}
      />
      {entering !== null && data ? (
        <EnterDialog
          month={data.month}
          accounts={data.reports}
          first={entering}
          payouts={data.payouts}
          chargebackFees={new Map(data.sums.map((sums) => [sums.currency, sums.chargeback_fees]))}
          onClose={() => setEntering(null)}
        />
      ) : null}
    </>
  );
}

/** The account at a provider in this currency; the one that takes payments now, where there were others. */
const accountOf = (accounts: readonly StatementReport[], { provider, currency }: StatementPayout): string =>
  accounts.find(({ account }) => account.provider === provider && account.currency === currency)?.account_id ?? '';

/** Accounts are few: they are all on one page. */
const answerOf = (rows: readonly StatementAccount[]) => ({
  rows,
  page: 1,
  pages: 1,
  total: rows.length,
  limit: Math.max(1, rows.length),
});
