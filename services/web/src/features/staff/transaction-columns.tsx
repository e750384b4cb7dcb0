import type { TransactionRow } from '@backlot/contracts/staff';
import { CreditCard } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListEntry, TableColumn } from '../../components/kit/table/table-types.ts';
import { FanName } from '../../components/studio/fan-name.tsx';
import { PersonMark } from '../../components/studio/person.tsx';
import { SaleState } from '../../components/studio/sale-state.tsx';
import { useSaleLabels } from '../../components/studio/sale-labels.ts';
import { Time } from '../../components/text/time.tsx';
import { useFormats } from '../../lib/site.tsx';

const buyerOf = ({ user }: TransactionRow): string => user.name || user.email;

/** A payment by what it was for and who paid. */
export function useSaleName(): (sale: TransactionRow) => string {
  const labels = useSaleLabels();
  return (sale) => `${labels.kind(sale)}, ${buyerOf(sale)}`;
}

export function useTransactionColumns(): readonly TableColumn<TransactionRow>[] {
  const { t } = useTranslation();
  const labels = useSaleLabels();
  return useMemo(
    () => [
      { id: 'date', head: t('schedule-time'), kind: 'muted', sorts: 'desc', cell: (sale) => <Time at={sale.date} /> },
      {
        id: 'fan',
        head: t('fan'),
        cell: (sale) => (
          <span className="person" title={sale.user.email}>
            <PersonMark name={buyerOf(sale)} url={null} />
            <FanName fan={sale.user} />
          </span>
        ),
      },
      {
        id: 'what',
        head: t('column-what'),
        takesRest: true,
        cell: (sale) => (
          <span className="sale-labels">
            <span>{labels.kind(sale)}</span>{' '}
            {sale.content ? (
              <span className="cut muted" dir="auto">
                {sale.content.title}
              </span>
            ) : null}
          </span>
        ),
      },
      { id: 'status', head: t('column-status'), from: 'tablet', cell: (sale) => <SaleState state={sale.state} /> },
      {
        id: 'card',
        head: t('column-card'),
        kind: 'muted',
        from: 'wide',
        cell: (sale) =>
          sale.card ? (
            <span className="sale-card">
              <CreditCard className="icon" aria-hidden />
              {labels.card(sale)}
            </span>
          ) : null,
      },
      { id: 'amount', head: t('column-amount'), kind: 'number', sorts: 'desc', cell: (sale) => <Amount sale={sale} /> },
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- the labels follow the language alone, as `t` does
    [t],
  );
}

/** Struck through when it never came; without the sign of a debt where it did. */
function Amount({ sale }: { sale: TransactionRow }) {
  const formats = useFormats();
  const text = formats.money(sale.amount);
  if (sale.state === 'declined') return <s className="muted">{text}</s>;
  return <b className={sale.amount < 0 ? 'minus' : undefined}>{text}</b>;
}

/** The same on a phone. */
export function useTransactionEntry(): (sale: TransactionRow) => ListEntry {
  const labels = useSaleLabels();
  return (sale) => ({
    picture: <PersonMark name={buyerOf(sale)} url={null} size={40} />,
    title: buyerOf(sale),
    note: (
      <>
        {labels.kind(sale)} · <Time at={sale.date} />
      </>
    ),
    end: (
      <>
        <Amount sale={sale} />
        {sale.state === 'succeeded' ? null : <SaleState state={sale.state} />}
      </>
    ),
  });
}
