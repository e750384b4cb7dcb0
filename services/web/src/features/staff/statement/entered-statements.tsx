import Button from '@mui/material/Button';
import type { ProviderStatement } from '@backlot/contracts/provider-statements';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Details, type Detail } from '../../../components/kit/detail.tsx';
import { NoAnswer } from '../../../components/studio/list-states.tsx';
import { Pager } from '../../../components/studio/pager.tsx';
import { StateChip } from '../../../components/studio/state-chip.tsx';
import { useFormats, useMoneyIn } from '../../../lib/site.tsx';
import { useAccountText } from '../lookup/account-text.ts';
import { useEntered } from './provider-statement-query.ts';
import { TakeBackDialog } from './take-back-dialog.tsx';

/** What was entered from providers' own statements of a month, with who did it. Nothing where nothing was. */
export function EnteredStatements({ month }: { month: string }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const [takingBack, setTakingBack] = useState<ProviderStatement | null>(null);
  const asked = useEntered(month, page);
  const { data } = asked;
  // What can't be asked for must not look as if nothing was entered.
  if (!data) return asked.error !== null || asked.fetchStatus === 'paused' ? <NoAnswer asked={asked} /> : null;
  if (data.paginationData.totalRows === 0) return null;
  return (
    <section className="statement-month" aria-labelledby="entered-statements">
      <h2 id="entered-statements">{t('statement-entered')}</h2>
      <ul className="statement-cards">
        {data.statements.map((one) => (
          <li key={one._id} className="panel-card statement-card">
            <Entered statement={one} onTakeBack={() => setTakingBack(one)} />
          </li>
        ))}
      </ul>
      {data.paginationData.totalPages > 1 ? (
        <Pager
          page={page}
          pages={data.paginationData.totalPages}
          rows={data.paginationData.totalRows}
          limit={data.paginationData.limit}
          onPage={setPage}
        />
      ) : null}
      {takingBack ? <TakeBackDialog statement={takingBack} onClose={() => setTakingBack(null)} /> : null}
    </section>
  );
}

function Entered({ statement, onTakeBack }: { statement: ProviderStatement; onTakeBack: () => void }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const moneyIn = useMoneyIn();
  const accountText = useAccountText();
  const { entered, taken_back: back, account } = statement;
  const figure = (name: string, amount: number): Detail | false =>
    amount > 0 && { name, value: moneyIn(amount, account.currency) };
  const by = ({ by: person, date }: ProviderStatement['entered']): string =>
    [person.name, formats.exact(date)].join(' · ');
  return (
    <>
      <p className="panel-chips">
        <b>{accountText(statement)}</b>
        {back ? <StateChip>{t('statement-taken-back')}</StateChip> : null}
      </p>
      <Details
        list={[
          figure(t('statement-account-provider-fees'), statement.fees),
          figure(t('statement-reserve-held'), statement.reserve_held),
          figure(t('statement-reserve-released'), statement.reserve_released),
          figure(t('statement-paid-out'), statement.paid_out),
        ]}
      />
      <p dir="auto">{entered.note}</p>
      <p className="small muted">{by(entered)}</p>
      {back ? (
        <>
          <p dir="auto">{back.note}</p>
          <p className="small muted">{by(back)}</p>
        </>
      ) : (
        <div>
          <Button
            size="small"
            aria-label={`${t('statement-take-back')}: ${accountText(statement)}, ${by(entered)}`}
            onClick={onTakeBack}
          >
            {t('statement-take-back')}
          </Button>
        </div>
      )}
    </>
  );
}
