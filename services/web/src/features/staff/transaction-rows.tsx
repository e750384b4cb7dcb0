import { CreditCard } from 'lucide-react';
import type { TransactionRow } from '@backlot/contracts/staff';
import { useTranslation } from 'react-i18next';
import { PersonMark } from '../../components/studio/person.tsx';
import { SaleState } from '../../components/studio/sale-state.tsx';
import { useSaleWords } from '../../components/studio/sale-words.ts';
import { SortHeader, type Sorting } from '../../components/studio/sort-header.tsx';
import { Time } from '../../components/time.tsx';
import { useFormats } from '../../lib/site.tsx';
import { rowProps } from '../../components/studio/rows.ts';

interface TableProps {
  readonly sales: readonly TransactionRow[];
  readonly openId: string | null;
  readonly isNarrow: boolean;
  readonly onOpen: (id: string) => void;
  readonly sorting: Sorting;
  readonly onSort: (sorting: Sorting) => void;
}

export function TransactionTable({ sales, openId, isNarrow, onOpen, sorting, onSort }: TableProps) {
  const { t } = useTranslation();
  const words = useSaleWords();
  const sort = { sorting, onSort };
  return (
    <table className="data-table sales-table" data-narrow={isNarrow || undefined}>
      <caption className="visually-hidden">{t('transactions-title')}</caption>
      <thead>
        <tr>
          <SortHeader column="date" label={t('schedule-time')} {...sort} />
          <th scope="col">{t('fan')}</th>
          <th scope="col">{t('column-what')}</th>
          <th scope="col">{t('column-status')}</th>
          <th scope="col" className="wide-only">{t('column-card')}</th>
          <SortHeader column="amount" label={t('column-amount')} isNumber {...sort} />
        </tr>
      </thead>
      <tbody>
        {sales.map((sale) => {
          const name = sale.user.name || sale.user.email;
          return (
            <tr key={sale._id} {...rowProps(sale._id, sale._id === openId, () => onOpen(sale._id))}>
              <td className="muted"><Time at={sale.date} /></td>
              <td><span className="person" title={sale.user.email}><PersonMark name={name} url={null} /><b className="cut">{name}</b></span></td>
              <td className="sale-words"><span><span>{words.kind(sale)}</span>{' '}{sale.content ? <span className="cut muted" dir="auto">{sale.content.title}</span> : null}</span></td>
              <td><SaleState state={sale.state} /></td>
              <td className="wide-only muted">{sale.card ? <span className="sale-card"><CreditCard className="icon" aria-hidden />{words.card(sale)}</span> : null}</td>
              <td className="num"><Amount sale={sale} /></td>
            </tr>
          );
        })}
      </tbody>
    </table>
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
export function TransactionList({ sales, onOpen }: { sales: readonly TransactionRow[]; onOpen: (id: string) => void }) {
  const words = useSaleWords();
  return (
    <ul className="row-list sales-list">
      {sales.map((sale) => (
        <li key={sale._id}>
          <button type="button" className="row-item" onClick={() => onOpen(sale._id)}>
            <PersonMark name={sale.user.name || sale.user.email} url={null} size={40} />
            <span className="who"><b>{sale.user.name || sale.user.email}</b><small>{words.kind(sale)} · <Time at={sale.date} /></small></span>
            <span className="end"><Amount sale={sale} />{sale.state === 'succeeded' ? null : <SaleState state={sale.state} />}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
