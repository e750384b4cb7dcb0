import type { TransactionRow } from '@backlot/contracts/staff';
import { moneyBackTexts, paidWithTexts } from '@backlot/domain/formats/row-texts';
import { Coins, Copy, CreditCard, Undo2, Wallet } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionMenu } from '../../components/kit/action-menu.tsx';
import type { ListEntry, TableColumn } from '../../components/kit/table/table-types.ts';
import { StateChip } from '../../components/studio/state-chip.tsx';
import { SaleState } from '../../components/studio/sale-state.tsx';
import { useSaleLabels } from '../../components/studio/sale-labels.ts';
import { useCopy } from '../../components/use-copy.ts';
import { Time } from '../../components/text/time.tsx';
import { useMoneyIn } from '../../lib/site.tsx';
import { BuyerCell, SoldCell, useSaleEntry, useSaleName } from './sale-cells.tsx';

const moneyBackTones = {
  'purchased-chargeback': 'bad',
  'open-item-refund-owed': 'warn',
  'sale-refund-open': 'warn',
  'sale-part-refunded': 'plain',
  'sale-refunded': 'plain',
} as const;

/** What went back of a purchase, or is on its way. */
export function MoneyBackChips({ sale }: { sale: TransactionRow }) {
  const { t } = useTranslation();
  return moneyBackTexts(sale).map((text) => (
    <StateChip key={text} tone={moneyBackTones[text]}>
      {t(text)}
    </StateChip>
  ));
}

/** Null for those who may not give money back. */
type OnRefund = ((sale: TransactionRow) => void) | null;

export function useTransactionColumns(onRefund: OnRefund): readonly TableColumn<TransactionRow>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      { id: 'date', head: t('schedule-time'), kind: 'muted', sorts: 'desc', cell: (sale) => <Time at={sale.date} /> },
      {
        id: 'fan',
        head: t('fan'),
        cell: (sale) => <BuyerCell sale={sale} />,
      },
      {
        id: 'what',
        head: t('column-what'),
        takesRest: true,
        cell: (sale) => <SoldCell sale={sale} />,
      },
      {
        id: 'status',
        head: t('column-status'),
        from: 'tablet',
        cell: (sale) => (
          <span className="sale-labels sale-states">
            <SaleState state={sale.state} />
            <MoneyBackChips sale={sale} />
            {sale.kind === 'top_up' ? <StateChip tone="plain">{t('transaction-no-sale')}</StateChip> : null}
          </span>
        ),
      },
      {
        id: 'card',
        head: t('purchase-paid-with'),
        kind: 'muted',
        from: 'wide',
        cell: (sale) => <PaidWith sale={sale} />,
      },
      { id: 'amount', head: t('column-amount'), kind: 'number', sorts: 'desc', cell: (sale) => <Amount sale={sale} /> },
      {
        id: 'menu',
        head: t('sale-actions'),
        hidesHead: true,
        cell: (sale) => <SaleMenu sale={sale} onRefund={onRefund} />,
      },
    ],
    [t, onRefund],
  );
}

function SaleMenu({ sale, onRefund }: { sale: TransactionRow; onRefund: OnRefund }) {
  const { t } = useTranslation();
  const name = useSaleName();
  const copyText = useCopy();
  return (
    <ActionMenu
      label={`${t('sale-actions')}: ${name(sale)}`}
      actions={[
        ...(onRefund !== null && sale.left > 0
          ? [{ key: 'refund', text: t('refund-action'), icon: Undo2, run: () => onRefund(sale) }]
          : []),
        { key: 'copy', text: t('sale-copy-reference'), icon: Copy, run: () => copyText(sale.transactionId) },
      ]}
    />
  );
}

const icons = { card: CreditCard, wallet: Wallet, crypto: Coins } as const;

/** The wallet, coins, or the card: one that was declined is not kept, and has no number to show. */
function PaidWith({ sale }: { sale: TransactionRow }) {
  const { t } = useTranslation();
  const labels = useSaleLabels();
  if (sale.paid_with === null) return null;
  const Icon = icons[sale.paid_with];
  const text = sale.coins ?? (labels.card(sale) || t(paidWithTexts[sale.paid_with]));
  return (
    <span className="sale-card">
      <Icon className="icon" aria-hidden />
      {text}
    </span>
  );
}

/** Struck through when it never came; without the sign of a debt where it did. */
function Amount({ sale }: { sale: TransactionRow }) {
  const text = useMoneyIn()(sale.amount, sale.currency);
  if (sale.state === 'declined') return <s className="muted">{text}</s>;
  return <b className={sale.amount < 0 ? 'minus' : undefined}>{text}</b>;
}

/** The same on a phone. */
export function useTransactionEntry(): (sale: TransactionRow) => ListEntry {
  const entryOf = useSaleEntry();
  return (sale) =>
    entryOf(
      sale,
      <>
        <Amount sale={sale} />
        {sale.state === 'succeeded' ? <MoneyBackChips sale={sale} /> : <SaleState state={sale.state} />}
      </>,
    );
}
