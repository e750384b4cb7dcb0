import type { FanRow } from '@backlot/contracts/staff';
import { fanValue } from '@backlot/domain/money/fan-value';
import { useTranslation } from 'react-i18next';
import { Details } from '../../components/kit/detail.tsx';
import { Time } from '../../components/text/time.tsx';
import { useFormats } from '../../lib/site.tsx';

/** What a fan is worth, and what was taken off where anything was. Draws nothing where earnings are hidden. */
export function FanValue({ fan }: { fan: FanRow }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const value = fanValue(fan);
  if (value === null) return null;
  const minus = (name: string, amount: number) =>
    amount > 0 && { name, value: `−${formats.money(amount)}`, isMinus: true };
  const chargebacks = t('fan-chargebacks', { n: formats.number(fan.total_chargeback_count ?? 0) });
  return (
    <>
      <p className="figure" data-size="s">
        {formats.money(value.value)}
      </p>
      {value.spent > 0 ? (
        <Details
          list={[
            { name: t('column-spent'), value: <b>{formats.money(value.spent)}</b> },
            minus(t('fan-refunds'), value.refunds),
            minus(chargebacks, value.chargebacks),
            minus(t('fan-chargeback-cost'), value.fees),
          ]}
        />
      ) : null}
    </>
  );
}

/** Since when, and until when. */
export function FanDates({ fan }: { fan: FanRow }) {
  const { t } = useTranslation();
  return (
    <Details
      list={[
        { name: t('column-joined'), value: <Time at={fan.date} /> },
        fan.next_billing_date !== null && {
          name: t('column-next-billing'),
          value: <Time at={fan.next_billing_date} />,
        },
        fan.expiration_date !== null && { name: t('column-expires'), value: <Time at={fan.expiration_date} /> },
      ]}
    />
  );
}
