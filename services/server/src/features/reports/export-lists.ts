import { DomainError } from '@backlot/contracts';
import { fanValue } from '@backlot/domain/money/fan-value';
import {
  fanStateText,
  purchaseStateTexts,
  reconciledTexts,
  reportDifferenceTexts,
  reportLineKindTexts,
} from '@backlot/domain/formats/row-texts';
import { purchasesOf } from '../posts/index.ts';
import type { ExportLists } from '../exports/index.ts';
import { cancelReasonText } from '@backlot/domain/memberships/cancellation';
import { activityExport } from './activity/export-activity.ts';
import { cardsExport } from './cards/export-cards.ts';
import { couponsExport, promotionsExport, resubscriptionSums } from './export-offers.ts';
import { disputesExport, openItemsExport } from './export-open-items.ts';
import { purchaseHistoryExport, transactionsExport } from './export-sales.ts';
import { exportCancellations } from './report-cancellations.ts';
import { resubscriptionsOf, termsOf } from '../resubscribe/index.ts';
import { fanFiltersOf, fansOf } from './list-fans.ts';
import { listLines } from './reconciliation/line-rows.ts';
import { spanOf } from './reconciliation/list-reconciliation.ts';
import { bestSellersExport, monthsExport } from './reporting/export-reporting.ts';
import { statementExport } from './statement/export-lines.ts';
import { utmUsersExport } from './utm/export-utm-users.ts';

/** As the screens of these lists have them: their columns, in their labels, with the currency beside each amount. */
export const exportLists: ExportLists = {
  fans: {
    head: ({ labels: { t, timed } }) => [
      t('column-name'),
      t('column-email'),
      t('column-status'),
      timed('column-joined'),
      timed('column-expires'),
      t('column-spent'),
      t('fan-value'),
      t('column-currency'),
    ],
    rows: async ({ db, actor, settings, ask, labels: { t, date }, now }, place) =>
      (await fansOf(db, actor, settings, fanFiltersOf(ask.fans ?? {}, settings, now), place)).map((fan) => [
        fan.name,
        fan.email,
        t(fanStateText(fan)),
        date(fan.date),
        date(fan.expiration_date),
        fan.total_amount_spent,
        fanValue(fan)?.value ?? null,
        settings.currency,
      ]),
  },
  transactions: transactionsExport,
  cancellations: {
    head: ({ labels: { t, timed } }) => [
      timed('column-date'),
      t('column-name'),
      t('column-email'),
      t('column-reason'),
      t('cancellation-words'),
      timed('cancellation-undone'),
    ],
    rows: async ({ db, settings, ask, labels: { t, date } }, place) =>
      (await exportCancellations(db, ask.cancellations ?? {}, settings, place)).map((one) => {
        const text = cancelReasonText(one.reason);
        return [
          date(one.date),
          one.user.name,
          one.user.email,
          text === null ? one.reason : t(text),
          one.other_reason,
          one.undone_at === null ? null : date(one.undone_at),
        ];
      }),
  },
  reconciliation: {
    head: ({ labels: { t, timed } }) => [
      timed('column-date'),
      t('reconciliation-provider'),
      t('transactions-kind'),
      t('open-items-reference'),
      t('column-amount'),
      t('column-currency'),
      t('column-status'),
      t('reconciliation-difference'),
      t('fan'),
      t('column-email'),
      t('reconciliation-books'),
      t('column-currency'),
      t('explain-note'),
      t('settle-by'),
    ],
    rows: async ({ db, settings, ask, labels: { t, date }, now }, place) => {
      const { state = null, ...days } = ask.reconciliation ?? {};
      const span = spanOf(days, settings.timezone, now);
      const asked = { ...span, accountId: null, state, order: 'newest-first' } as const;
      return (await listLines(db, asked, place)).lines.map((line) => [
        date(line.date),
        line.provider,
        t(reportLineKindTexts[line.kind]),
        line.transactionId,
        line.theirs?.amount ?? null,
        line.theirs?.currency ?? null,
        t(reconciledTexts[line.state]),
        line.difference === null ? null : t(reportDifferenceTexts[line.difference]),
        line.ours?.user.name ?? null,
        line.ours?.user.email ?? null,
        line.ours?.amount ?? null,
        line.ours?.currency ?? null,
        line.explained?.note ?? null,
        line.explained?.by.name ?? null,
      ]);
    },
  },
  statement: statementExport,
  coupons: couponsExport,
  promotions: promotionsExport,
  open_items: openItemsExport,
  disputes: disputesExport,
  purchase_history: purchaseHistoryExport,
  cards: cardsExport,
  influencer_activity: activityExport,
  user_utm_params: utmUsersExport,
  months: monthsExport,
  best_sellers: bestSellersExport,
  purchases: {
    head: ({ labels: { t, timed } }) => [
      t('column-name'),
      t('column-email'),
      timed('column-date'),
      t('posts-column-post'),
      t('column-status'),
      t('column-amount'),
      t('column-currency'),
    ],
    rows: async ({ db, ask, labels: { t, date } }, place) => {
      if (ask.blog_id === undefined)
        throw new DomainError('invalid-request', {}, { fields: [{ field: 'blog_id', code: 'required' }] });
      const asked = { ...place, promotionId: ask.promotion_id ?? null };
      return (await purchasesOf(db, ask.blog_id, asked)).purchases.map((one) => [
        one.user.name,
        one.user.email,
        date(one.date),
        t('post-number', { serial: one.version.serial }),
        t(purchaseStateTexts[one.state]),
        one.amount,
        one.currency,
      ]);
    },
  },
  resubscriptions: {
    head: ({ labels: { t, timed } }) => [
      t('column-name'),
      t('column-email'),
      timed('column-date'),
      t('resub-free-months'),
      t('resub-price'),
      t('resub-first-amount'),
      t('resub-renewals'),
      t('resub-renewal-amount'),
      t('column-currency'),
    ],
    rows: async ({ db, settings, ask, labels: { t, date } }, place) => {
      if (ask.report_id === undefined)
        throw new DomainError('invalid-request', {}, { fields: [{ field: 'report_id', code: 'required' }] });
      const { currency } = settings;
      const asked = {
        currency,
        reportId: ask.report_id,
        offer: ask.offer === undefined ? null : termsOf(ask.offer, currency),
      };
      return (await resubscriptionsOf(db, asked, place)).map((one) => [
        one.user.name,
        one.user.email,
        date(one.date),
        one.give_free_month_subscription === -1 ? t('resub-for-ever') : one.give_free_month_subscription,
        one.recurring_price,
        ...resubscriptionSums(one, currency),
      ]);
    },
  },
};
