import { cardText, saleKindText } from '@backlot/domain/formats/row-texts';
import {
  decisionText,
  disputeStateTexts,
  openItemKindTexts,
  openReasonText,
} from '@backlot/domain/formats/open-item-texts';
import type { ExportList } from '../exports/index.ts';
import { disputesOf } from './disputes/list-disputes.ts';
import { openItemsOf } from './list-open-items.ts';

/** Money that waits for somebody, or what staff settled of it, with what they said that shows it. */
export const openItemsExport: ExportList = {
  head: ({ labels: { t, timed } }) => [
    timed('open-items-since'),
    t('transactions-kind'),
    t('fan'),
    t('column-email'),
    t('column-what'),
    t('posts-column-post'),
    t('open-items-reference'),
    t('column-amount'),
    t('column-currency'),
    t('open-items-asked'),
    t('column-currency'),
    t('open-items-why'),
    t('open-items-outcome'),
    t('open-items-evidence'),
    t('settle-by'),
    timed('settle-at'),
  ],
  rows: async ({ db, sells, ask, labels: { t, date } }, place) =>
    (await openItemsOf(db, sells, ask.open_items ?? {}, place)).items.map((item) => [
      date(item.date),
      t(openItemKindTexts[item.kind]),
      item.user?.name ?? null,
      item.user?.email ?? null,
      item.sold === null ? null : t(saleKindText(item.sold)),
      item.content?.title ?? null,
      item.transactionId,
      item.amount,
      item.currency,
      item.expected?.amount ?? null,
      item.expected?.currency ?? null,
      item.reason === null ? null : t(openReasonText(item.reason), { code: item.reason }),
      item.settled && t(decisionText(item.kind, item.settled.decision)),
      item.settled?.evidence ?? null,
      item.settled?.by.name ?? null,
      date(item.settled?.date ?? null),
    ]),
};

/** Payments that were voided, refunded, or taken back by banks. */
export const disputesExport: ExportList = {
  head: ({ labels: { t, timed } }) => [
    timed('column-date'),
    t('transactions-kind'),
    t('fan'),
    t('column-email'),
    t('column-what'),
    t('posts-column-post'),
    t('open-items-reference'),
    t('column-amount'),
    t('dispute-fee'),
    t('dispute-won-amount'),
    t('dispute-won-fee-back'),
    t('column-currency'),
    t('column-status'),
    timed('dispute-paid-at'),
    t('column-card'),
    t('lookup-account'),
  ],
  rows: async ({ db, sells, actor, ask, labels: { t, date } }, place) =>
    (await disputesOf(db, sells, actor, ask.disputes ?? {}, place)).disputes.map((dispute) => [
      date(dispute.date),
      t(saleKindText(dispute.returned_as ?? 'chargeback')),
      dispute.user.name,
      dispute.user.email,
      t(saleKindText(dispute.kind)),
      dispute.content?.title ?? null,
      dispute.transactionId,
      dispute.amount,
      dispute.fee,
      dispute.won?.amount ?? null,
      dispute.won?.fee ?? null,
      dispute.currency,
      t(disputeStateTexts[dispute.state]),
      date(dispute.payment.date),
      cardText(dispute.card),
      dispute.account.provider,
    ]),
};
