import type { TransactionRow } from '@backlot/contracts/staff';
import { useTranslation } from 'react-i18next';
import { NoAnswer } from '../../components/studio/list-states.tsx';
import { Pager } from '../../components/studio/pager.tsx';
import { SaleState } from '../../components/studio/sale-state.tsx';
import { useSaleLabels } from '../../components/studio/sale-labels.ts';
import { Time } from '../../components/text/time.tsx';
import { useMoneyIn } from '../../lib/site.tsx';
import { usePaymentsOf } from './transactions-query.ts';

/** Payments of one fan, newest first: the last few, or by `onPage` all of them a page at a time. */
export function FanPurchases({
  fanId,
  most,
  page = 1,
  onPage,
}: {
  fanId: string;
  most?: number;
  page?: number;
  onPage?: (page: number) => void;
}) {
  const { t } = useTranslation();
  const query = usePaymentsOf(fanId, page);
  const { data } = query;
  if (!data) return <NoAnswer asked={query} count={3} />;
  const { transactions: sales, paginationData: of } = data;
  if (of.totalRows === 0) return <p className="muted">{t('fan-no-purchases')}</p>;
  return (
    <>
      <ul className="fan-purchases">
        {sales.slice(0, most).map((sale) => (
          <Purchase key={sale._id} sale={sale} />
        ))}
      </ul>
      {onPage && of.totalPages > 1 ? (
        <Pager page={of.currentPage} pages={of.totalPages} rows={of.totalRows} limit={of.limit} onPage={onPage} />
      ) : null}
    </>
  );
}

function Purchase({ sale }: { sale: TransactionRow }) {
  const moneyIn = useMoneyIn();
  const labels = useSaleLabels();
  return (
    <li>
      <span className="who">
        <b dir="auto">{sale.content?.title ?? labels.kind(sale)}</b>
        <small>
          {sale.content ? <>{labels.kind(sale)} · </> : null}
          <Time at={sale.date} />
        </small>
      </span>
      {sale.state === 'succeeded' ? null : <SaleState state={sale.state} />}
      <b className={sale.state === 'succeeded' ? 'num' : 'num void-amount'}>{moneyIn(sale.amount, sale.currency)}</b>
    </li>
  );
}
