import type { StatementAccount, StatementMovement } from '@backlot/contracts/statement';
import { hasSubject, ledgerAccountText, movementText, soldText } from '@backlot/domain/formats/statement-texts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Details, DetailSection } from '../../../components/kit/detail.tsx';
import { Select } from '../../../components/kit/select.tsx';
import { SidePanel } from '../../../components/kit/side-panel.tsx';
import type { RowSteps } from '../../../components/kit/table/table-types.ts';
import { NoAnswer } from '../../../components/studio/list-states.tsx';
import { Pager } from '../../../components/studio/pager.tsx';
import { useFormats, useMoneyIn } from '../../../lib/site.tsx';
import { groupTexts, useAccountName, useDetailText } from './account-columns.tsx';
import { useStatementLines } from './statement-query.ts';
import { StatementLineRow } from './statement-line.tsx';

interface PanelProps extends RowSteps {
  readonly account: StatementAccount;
  readonly month: string;
}

/** An account's month: where it stood, what moved it, where it stands, and each entry that is a part of it. */
export function AccountPanel({ account, month, ...steps }: PanelProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const moneyIn = useMoneyIn();
  const movementName = useMovementName();
  const detail = useDetailText()(account);
  const money = (amount: number): string => moneyIn(amount, account.currency);
  return (
    <SidePanel
      {...steps}
      label={useAccountName()(account)}
      head={
        <div>
          <p className="small muted">{[detail, formats.month(month)].filter((part) => part !== '').join(' · ')}</p>
          <h2>{t(ledgerAccountText(account.kind))}</h2>
        </div>
      }
    >
      <DetailSection>
        <Details
          list={[
            { name: t('statement-opening'), value: money(account.opening) },
            ...account.movements.map((movement) => ({
              name: movementName(movement),
              value: money(movement.amount),
              isMinus: movement.amount < 0,
            })),
            { name: t('statement-closing'), value: <b>{money(account.closing)}</b> },
          ]}
        />
        <p className="form-help">{t(groupTexts[account.group])}</p>
      </DetailSection>
      {account.movements.length > 0 ? (
        <DetailSection title={t('statement-lines')}>
          <Lines account={account} month={month} />
        </DetailSection>
      ) : null}
    </SidePanel>
  );
}

function Lines({ account, month }: Pick<PanelProps, 'account' | 'month'>) {
  const { t } = useTranslation();
  const movementName = useMovementName();
  const [chosen, setChosen] = useState('');
  const [page, setPage] = useState(1);
  const movement = account.movements.find((one) => keyOf(one) === chosen);
  const asked = useStatementLines({
    month,
    account_id: account._id,
    page_num: page,
    ...(movement ? { kind: movement.kind, ...(movement.what === null ? {} : { what: movement.what }) } : {}),
  });
  const { data } = asked;
  return (
    <>
      {account.movements.length > 1 ? (
        <Select
          label={t('statement-movement')}
          value={chosen}
          options={[
            { value: '', text: t('filter-all') },
            ...account.movements.map((one) => ({ value: keyOf(one), text: movementName(one) })),
          ]}
          onChange={(next) => {
            setChosen(next);
            setPage(1);
          }}
        />
      ) : null}
      {data ? (
        <ul className="statement-lines">
          {data.lines.map((line) => (
            <li key={line._id}>
              <StatementLineRow line={line} currency={account.currency} />
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
    </>
  );
}

const keyOf = ({ kind, what }: StatementMovement): string => `${kind} ${what ?? ''}`;

function useMovementName(): (movement: StatementMovement) => string {
  const { t } = useTranslation();
  return ({ kind, what }) =>
    what === null || !hasSubject(kind) ? t(movementText(kind)) : `${t(movementText(kind))} · ${t(soldText(what))}`;
}
