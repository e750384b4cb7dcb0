import { useTranslation } from 'react-i18next';
import { SaleState } from '../../components/studio/sale-state.tsx';
import { useSaleWords } from '../../components/studio/sale-words.ts';
import { Time } from '../../components/time.tsx';
import { useFormats } from '../../lib/site.tsx';
import { useTransactions } from './transactions-query.ts';

const most = 8;

/** The last payments of one fan. */
export function FanPurchases({ email }: { email: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = useSaleWords();
  const { data } = useTransactions({ page: 1, search: email, kind: 'all', state: 'all', days: null, sorting: { column: 'date', direction: 'desc' } });
  // The search also finds who is named alike.
  const own = (data?.transactions ?? []).filter(({ user }) => user.email === email).slice(0, most);
  if (data && own.length === 0) return <p className="muted">{t('fan-no-purchases')}</p>;
  return (
    <ul className="fan-purchases">
      {own.map((sale) => (
        <li key={sale._id}>
          <span className="who"><b dir="auto">{sale.content?.title ?? words.kind(sale)}</b><small>{sale.content ? <>{words.kind(sale)} · </> : null}<Time at={sale.date} /></small></span>
          {sale.state === 'succeeded' ? null : <SaleState state={sale.state} />}
          <b className={sale.state === 'succeeded' ? 'num' : 'num void-amount'}>{formats.money(sale.amount)}</b>
        </li>
      ))}
    </ul>
  );
}
