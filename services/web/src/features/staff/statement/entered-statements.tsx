import Button from '@mui/material/Button';
import type { ProviderStatement } from '@backlot/contracts/provider-statements';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Details } from '../../../components/kit/detail.tsx';
import { NoAnswer } from '../../../components/studio/list-states.tsx';
import { Pager } from '../../../components/studio/pager.tsx';
import { StateChip } from '../../../components/studio/state-chip.tsx';
import { useFormats } from '../../../lib/site.tsx';
import { useAccountText } from '../lookup/account-text.ts';
import { useEntered } from './provider-statement-query.ts';
import { useFigureDetails } from './statement-figures.ts';
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
  const accountText = useAccountText();
  const figures = useFigureDetails();
  const { entered, taken_back: back } = statement;
  const by = ({ by: person, date }: ProviderStatement['entered']): string =>
    [person.name, formats.exact(date)].join(' · ');
  return (
    <>
      <p className="panel-chips">
        <b>{accountText(statement)}</b>
        {back ? <StateChip>{t('statement-taken-back')}</StateChip> : null}
      </p>
      <Details list={figures(statement)} />
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
