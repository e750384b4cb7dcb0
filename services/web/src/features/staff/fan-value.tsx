import type { FanRow } from '@backlot/contracts/staff';
import { fanValue } from '@backlot/domain/money/fan-value';
import { useTranslation } from 'react-i18next';
import { Details } from '../../components/kit/detail.tsx';
import { Time } from '../../components/text/time.tsx';
import { useFormats } from '../../lib/site.tsx';

/** What a fan is worth, and what was taken off. Draws nothing where earnings are hidden. */
export function FanValue({ fan }: { fan: FanRow }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const value = fanValue(fan);
  const minus = (amount: number): string => (amount === 0 ? formats.money(0) : `−${formats.money(amount)}`);
  if (value === null) return null;
  return (
    <>
      <p className="figure" data-size="s">
        {formats.money(value.value)}
      </p>
      <Details
        list={[
          { name: t('column-spent'), value: <b>{formats.money(value.spent)}</b> },
          { name: t('fan-refunds'), value: minus(value.refunds), isMinus: value.refunds > 0 },
          {
            name: t('fan-chargebacks', { n: formats.number(fan.total_chargeback_count ?? 0) }),
            value: minus(value.chargebacks),
            isMinus: value.chargebacks > 0,
          },
          { name: t('fan-chargeback-cost'), value: minus(value.fees), isMinus: value.fees > 0 },
        ]}
      />
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
