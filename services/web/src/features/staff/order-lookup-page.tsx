import Button from '@mui/material/Button';
import { SearchCheck } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../components/kit/link-button.tsx';
import { TextField } from '../../components/kit/text-field.tsx';
import { Empty, NoAnswer } from '../../components/studio/list-states.tsx';
import { PageTop } from '../../components/studio/page-top.tsx';
import { useAddress } from '../../components/studio/use-address.ts';
import { paths } from '../../lib/paths.ts';
import { ApiError } from '../../lib/api.ts';
import { useErrorText } from '../../lib/texts/error-text.ts';
import { ChargeComparison } from './lookup/charge-comparison.tsx';
import { useComparedCharge } from './lookup/order-query.ts';
import './staff.css';
import './lookup/order-lookup.css';

/** An order by the provider's number: our payment beside the order as the provider shows it now. */
export function Page() {
  const { t } = useTranslation();
  const [params, change] = useAddress();
  const number = params.get('order') ?? '';
  const query = useComparedCharge(number);
  const { data, error } = query;
  return (
    <>
      <PageTop title={t('order-lookup-title')}>
        <LinkButton to={paths.lookup}>{t('lookup-title')}</LinkButton>
      </PageTop>
      <div className="studio-body order-lookup">
        <OrderForm
          key={number}
          number={number}
          isBusy={query.isFetching}
          onAsk={(asked) => (asked === number ? void query.refetch() : change({ order: asked }))}
        />
        {number === '' ? (
          <div className="table-card">
            <Empty icon={SearchCheck} text={t('order-lookup-empty')} />
          </div>
        ) : error instanceof ApiError && error.code.startsWith('provider-') ? (
          <Refused error={error} />
        ) : data === undefined ? (
          <div className="table-card">
            <NoAnswer asked={query} count={4} />
          </div>
        ) : data.ours === null && data.theirs === null ? (
          <div className="table-card">
            <Empty icon={SearchCheck} text={t('order-lookup-none')} />
          </div>
        ) : (
          <ChargeComparison compared={data} />
        )}
      </div>
    </>
  );
}

/** Why the provider could not be asked, in its own words where it gave any. */
function Refused({ error }: { error: ApiError }) {
  const errorText = useErrorText();
  return (
    <div className="table-card">
      <div className="empty" role="alert">
        <p>{errorText(error)}</p>
      </div>
    </div>
  );
}

function OrderForm({ number, isBusy, onAsk }: { number: string; isBusy: boolean; onAsk: (number: string) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(number);
  const [isWrong, setWrong] = useState(false);
  const ask = (event: FormEvent): void => {
    event.preventDefault();
    const asked = typed.trim();
    setWrong(!/^\d{1,15}$/.test(asked));
    if (/^\d{1,15}$/.test(asked)) onAsk(asked);
  };
  return (
    <form className="order-form" onSubmit={ask} noValidate>
      <TextField
        label={t('order-number')}
        value={typed}
        onChange={setTyped}
        error={isWrong ? t('order-number-wrong') : null}
        autoComplete="off"
        inputProps={{ inputMode: 'numeric', maxLength: 15 }}
      />
      <Button type="submit" variant="contained" color="primary" disabled={isBusy}>
        {t('order-ask')}
      </Button>
    </form>
  );
}
