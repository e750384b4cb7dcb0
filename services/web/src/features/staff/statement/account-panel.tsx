import type { StatementAccount, StatementMovement } from '@backlot/contracts/statement';
import { hasSubject, ledgerAccountText, movementText, soldText } from '@backlot/domain/formats/statement-texts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../../components/kit/busy-button.tsx';
import { Details, DetailSection } from '../../../components/kit/detail.tsx';
import { Select } from '../../../components/kit/select.tsx';
import { SidePanel } from '../../../components/kit/side-panel.tsx';
import type { RowSteps } from '../../../components/kit/table/table-types.ts';
import { NoAnswer } from '../../../components/studio/list-states.tsx';
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
        <p className="form-help">{t(isPaidTax(account) ? 'statement-tax-below' : groupTexts[account.group])}</p>
      </DetailSection>
      {account.movements.length > 0 ? (
        <DetailSection title={t('statement-lines')}>
          <Lines account={account} month={month} />
        </DetailSection>
      ) : null}
    </SidePanel>
  );
}

/** What is due of it is in no book: what was withheld of it stands alone. */
const isPaidTax = ({ kind, closing }: StatementAccount): boolean => kind === 'tax' && closing < 0;

function Lines({ account, month }: Pick<PanelProps, 'account' | 'month'>) {
  const { t } = useTranslation();
  const movementName = useMovementName();
  const [chosen, setChosen] = useState('');
  const movement = account.movements.find((one) => keyOf(one) === chosen);
  const asked = useStatementLines({
    month,
    account_id: account._id,
    ...(movement ? { kind: movement.kind, ...(movement.what === null ? {} : { what: movement.what }) } : {}),
  });
  const lines = asked.data?.pages.flatMap((page) => page.lines);
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
          onChange={setChosen}
        />
      ) : null}
      {lines ? (
        <ul className="statement-lines">
          {lines.map((line) => (
            <li key={line._id}>
              <StatementLineRow line={line} currency={account.currency} />
            </li>
          ))}
        </ul>
      ) : (
        <NoAnswer asked={asked} />
      )}
      {asked.hasNextPage ? (
        <BusyButton size="small" isBusy={asked.isFetchingNextPage} onClick={() => void asked.fetchNextPage()}>
          {t('btn-show-more')}
        </BusyButton>
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
