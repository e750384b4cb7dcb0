import { dayIn } from '@backlot/domain/formats/dates';
import { isRangeDay } from '@backlot/domain/formats/range-day';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CallMap } from '@backlot/contracts/http/calls';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { FormError } from '../../components/form-error.tsx';
import { HumanCheckNote } from '../../components/human-check-note.tsx';
import { parseNumber } from '../../components/kit/form/parse-number.ts';
import { SiteLink } from '../../components/site-link.tsx';
import { Filled } from '../../components/text/filled.tsx';
import { api } from '../../lib/api.ts';
import { typed, useCheckedForm } from '../../lib/form.ts';
import { useNow } from '../../lib/hooks/use-now.ts';
import { useHumanCheck } from '../../lib/human-check/use-human-check.ts';
import { paths } from '../../lib/paths.ts';
import { useSetting, useTimeZone } from '../../lib/site.tsx';
import './charge.css';

type Asked = Omit<CallMap['POST /api/charges/explain']['body'], 'human_check'>;

/** For whoever finds a charge on their statement. Its payer gets the details by mail; whoever asks learns nothing. */
export function Page() {
  const { t } = useTranslation();
  const descriptor = useSetting('statement_descriptor') ?? '';
  const check = useHumanCheck();
  const ask = useMutation({
    mutationFn: (asked: Asked) =>
      check.run((given) => api('POST /api/charges/explain', { body: { ...asked, ...given } })),
  });
  return (
    <article className="text-page">
      <h1 tabIndex={-1} dir="auto">
        {t('charge-title')}
      </h1>
      {descriptor === '' ? null : (
        <p>
          <Filled id="charge-descriptor" elements={{ descriptor: <b dir="auto">{descriptor}</b> }} />
        </p>
      )}
      {ask.isSuccess ? null : (
        <>
          <p>{t('charge-text')}</p>
          <StatementForm onSend={(asked) => ask.mutate(asked)} isBusy={ask.isPending}>
            <FormError error={ask.error} />
          </StatementForm>
          <HumanCheckNote {...check} />
        </>
      )}
      <div role="status">{ask.isSuccess ? <Sent onAgain={() => ask.reset()} /> : null}</div>
    </article>
  );
}

function StatementForm({
  onSend,
  isBusy,
  children,
}: {
  onSend: (asked: Asked) => void;
  isBusy: boolean;
  children: React.ReactNode;
}) {
  const { t } = useTranslation();
  const timeZone = useTimeZone();
  const today = dayIn(useNow(60_000), timeZone);
  const read = (data: FormData): Asked => ({
    last4: typed(data, 'last4').trim(),
    amount: parseNumber(typed(data, 'amount')),
    day: typed(data, 'day'),
  });
  const { problems, form } = useCheckedForm(
    (data) => {
      const { last4, amount, day } = read(data);
      return {
        last4: /^\d{4}$/.test(last4) ? null : t('charge-last4-wrong'),
        amount: isPrice(amount) ? null : t('charge-amount-wrong'),
        day: isRangeDay(day) && day <= today ? null : t('charge-day-wrong'),
      };
    },
    (data) => onSend(read(data)),
  );
  return (
    <form className="charge-form" {...form}>
      <Field
        name="last4"
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        label={t('charge-last4')}
        error={problems['last4']}
      />
      <Field
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        label={t('charge-amount')}
        error={problems['amount']}
      />
      <Field name="day" type="date" max={today} label={t('charge-day')} error={problems['day']} />
      {children}
      <Button type="submit" size="l" wide busy={isBusy}>
        {t('charge-send')}
      </Button>
    </form>
  );
}

/** The same whether there is such a charge or not. */
function Sent({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation();
  const billing = useSetting('billing_support_url');
  return (
    <div className="charge-sent">
      <p>{t('charge-asked')}</p>
      <p>{t('charge-no-mail')}</p>
      <p>
        <Filled
          id="charge-not-mine"
          elements={{
            contact: (
              <SiteLink className="text-link" to={billing || paths.contact}>
                {t('footer-billing-support')}
              </SiteLink>
            ),
          }}
        />
      </p>
      <Button tone="quiet" onClick={onAgain}>
        {t('charge-again')}
      </Button>
    </div>
  );
}

const isPrice = (amount: number): boolean =>
  amount > 0 && amount <= 1_000_000 && Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6;
