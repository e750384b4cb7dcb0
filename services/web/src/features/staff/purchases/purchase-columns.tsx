import type { TransactionRow } from '@backlot/contracts/staff';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TableColumn } from '../../../components/kit/table/table-types.ts';
import { useMoneyIn } from '../../../lib/site.tsx';
import { useTransactionColumns } from '../transaction-columns.tsx';

/** As of transactions, with what went back of each purchase beside its amount. */
export function usePurchaseColumns(
  ...of: Parameters<typeof useTransactionColumns>
): readonly TableColumn<TransactionRow>[] {
  const { t } = useTranslation();
  const columns = useTransactionColumns(...of);
  return useMemo(
    () =>
      columns.flatMap((column) =>
        column.id === 'menu'
          ? [
              {
                id: 'returned',
                head: t('sale-returned'),
                kind: 'number',
                from: 'wide',
                cell: (sale: TransactionRow) => <Returned sale={sale} />,
              } as const,
              column,
            ]
          : [column],
      ),
    [t, columns],
  );
}

function Returned({ sale: { returned, currency } }: { sale: TransactionRow }) {
  const moneyIn = useMoneyIn();
  return returned === 0 ? null : <span className="minus">{moneyIn(returned, currency)}</span>;
}
