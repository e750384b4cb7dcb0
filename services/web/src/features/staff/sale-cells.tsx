import type { TransactionRow } from '@backlot/contracts/staff';
import type { ReactNode } from 'react';
import type { ListEntry } from '../../components/kit/table/table-types.ts';
import { FanName } from '../../components/studio/fan-name.tsx';
import { PersonMark } from '../../components/studio/person.tsx';
import { useSaleLabels } from '../../components/studio/sale-labels.ts';
import { Time } from '../../components/text/time.tsx';

/** What every list of payments shows of one: who paid, for what, when. */
export type ListedSale = Pick<TransactionRow, 'kind' | 'user' | 'content' | 'date'>;

const buyerOf = ({ user }: Pick<ListedSale, 'user'>): string => user.name || user.email;

/** A payment by what it was for and who paid. */
export function useSaleName(): (sale: ListedSale) => string {
  const labels = useSaleLabels();
  return (sale) => `${labels.kind(sale)}, ${buyerOf(sale)}`;
}

export function BuyerCell({ sale }: { sale: Pick<ListedSale, 'user'> }) {
  return (
    <span className="person" title={sale.user.email}>
      <PersonMark name={buyerOf(sale)} url={null} />
      <FanName fan={sale.user} />
    </span>
  );
}

export function SoldCell({ sale }: { sale: ListedSale }) {
  const labels = useSaleLabels();
  return (
    <span className="sale-labels">
      <span>{labels.kind(sale)}</span>{' '}
      {sale.content ? (
        <span className="cut muted" dir="auto">
          {sale.content.title}
        </span>
      ) : null}
    </span>
  );
}

/** The same on a phone; `end` stands at the end of the line. */
export function useSaleEntry(): (sale: ListedSale, end: ReactNode) => ListEntry {
  const labels = useSaleLabels();
  return (sale, end) => ({
    picture: <PersonMark name={buyerOf(sale)} url={null} size={40} />,
    title: buyerOf(sale),
    note: (
      <>
        {labels.kind(sale)} · <Time at={sale.date} />
      </>
    ),
    end,
  });
}
