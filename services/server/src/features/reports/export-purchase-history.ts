import { cardText, paidWithTexts, saleKindText, saleStateTexts } from '@backlot/domain/formats/row-texts';
import type { ExportList } from '../exports/index.ts';
import { purchasesFound } from './list-purchases.ts';

export const purchaseHistoryExport: ExportList = {
  head: ({ labels: { t, timed } }) => [
    timed('column-date'),
    t('column-reference'),
    t('fan'),
    t('column-email'),
    t('column-what'),
    t('posts-column-post'),
    t('column-status'),
    t('purchase-paid-with'),
    t('column-card'),
    t('column-amount'),
    t('sale-returned'),
    t('column-currency'),
  ],
  rows: async ({ db, settings, sells, ask, labels: { t, date } }, place) =>
    (await purchasesFound(db, { settings, sells }, ask.purchase_history ?? {}, place)).map((sale) => [
      date(sale.date),
      sale.transactionId,
      sale.user.name,
      sale.user.email,
      t(saleKindText(sale.kind)),
      sale.content?.title ?? null,
      t(saleStateTexts[sale.state]),
      sale.paid_with && t(paidWithTexts[sale.paid_with]),
      cardText(sale.card),
      sale.amount,
      sale.returned,
      sale.currency,
    ]),
};
