import type { FoundPayment } from '@backlot/contracts/payment-lookup';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListEntry, TableColumn } from '../../../components/kit/table/table-types.ts';
import { useSaleLabels } from '../../../components/studio/sale-labels.ts';
import { Time } from '../../../components/text/time.tsx';
import { useMoneyIn } from '../../../lib/site.tsx';
import { BuyerCell, SoldCell, useSaleEntry } from '../sale-cells.tsx';
import { useAccountText } from './account-text.ts';
import { FoundState } from './found-state.tsx';

export function useLookupColumns(): readonly TableColumn<FoundPayment>[] {
  const { t } = useTranslation();
  const labels = useSaleLabels();
  const accountText = useAccountText();
  return useMemo(
    () => [
      { id: 'date', head: t('schedule-time'), kind: 'muted', cell: (payment) => <Time at={payment.date} /> },
      {
        id: 'fan',
        head: t('fan'),
        cell: (payment) => <BuyerCell sale={payment} />,
      },
      {
        id: 'what',
        head: t('column-what'),
        takesRest: true,
        cell: (payment) => <SoldCell sale={payment} />,
      },
      {
        id: 'status',
        head: t('column-status'),
        from: 'tablet',
        cell: (payment) => (
          <span className="sale-labels">
            <FoundState payment={payment} />
          </span>
        ),
      },
      { id: 'card', head: t('column-card'), kind: 'muted', from: 'wide', cell: (payment) => labels.card(payment) },
      { id: 'account', head: t('lookup-account'), kind: 'muted', from: 'wide', cell: accountText },
      { id: 'amount', head: t('column-amount'), kind: 'number', cell: (payment) => <Amount payment={payment} /> },
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- the labels follow the language alone, as `t` does
    [t],
  );
}

/** Struck through when it never came. */
function Amount({ payment: { amount, currency, state } }: { payment: FoundPayment }) {
  const text = useMoneyIn()(amount, currency);
  return state === 'declined' ? <s className="muted">{text}</s> : <b>{text}</b>;
}

/** The same on a phone. */
export function useLookupEntry(): (payment: FoundPayment) => ListEntry {
  const entryOf = useSaleEntry();
  return (payment) =>
    entryOf(
      payment,
      <>
        <Amount payment={payment} />
        <FoundState payment={payment} />
      </>,
    );
}
