import type { TransactionRow } from '@backlot/contracts/staff';
import type { CsvRow } from '@backlot/domain/formats/csv';
import {
  cardText,
  moneyBackTexts,
  paidWithTexts,
  saleKindText,
  saleStateTexts,
} from '@backlot/domain/formats/row-texts';
import type { ExportLabels, ExportList } from '../exports/index.ts';
import { purchasesFound } from './list-purchases.ts';
import { transactionsOf } from './list-transactions.ts';

export const transactionsExport: ExportList = {
  head: ({ labels }) => [...headOf(labels), labels.t('column-amount'), labels.t('column-currency')],
  rows: async ({ db, settings, sells, ask, labels }, place) =>
    (await transactionsOf(db, { settings, sells }, ask.transactions ?? {}, place)).transactions.map((sale) => [
      ...cellsOf(sale, labels),
      sale.amount,
      sale.currency,
    ]),
};

export const purchaseHistoryExport: ExportList = {
  head: ({ labels }) => [
    ...headOf(labels),
    labels.t('column-amount'),
    labels.t('sale-returned'),
    labels.t('column-currency'),
  ],
  rows: async ({ db, settings, sells, ask, labels }, place) =>
    (await purchasesFound(db, { settings, sells }, ask.purchase_history ?? {}, place)).map((sale) => [
      ...cellsOf(sale, labels),
      sale.amount,
      sale.returned,
      sale.currency,
    ]),
};

const headOf = ({ t, timed }: ExportLabels): CsvRow => [
  timed('column-date'),
  t('column-reference'),
  t('fan'),
  t('column-email'),
  t('column-what'),
  t('posts-column-post'),
  t('column-status'),
  t('sale-returned-status'),
  t('purchase-paid-with'),
  t('column-card'),
];

const cellsOf = (sale: TransactionRow, { t, date }: ExportLabels): CsvRow => [
  date(sale.date),
  sale.transactionId,
  sale.user.name,
  sale.user.email,
  t(saleKindText(sale.kind)),
  sale.content?.title ?? null,
  t(saleStateTexts[sale.state]),
  moneyBackTexts(sale)
    .map((text) => t(text))
    .join(' · '),
  sale.paid_with && [t(paidWithTexts[sale.paid_with]), ...(sale.coins === null ? [] : [sale.coins])].join(' · '),
  cardText(sale.card),
];
