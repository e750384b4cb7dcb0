import type { ExportList } from '../../exports/index.ts';
import { bestSellersOf } from './list-best-sellers.ts';
import { monthsOf } from './list-months.ts';

/** A line a month, as the screen has them. */
export const monthsExport: ExportList = {
  head: ({ labels: { t } }) => [
    t('statement-month'),
    t('activity-gross'),
    t('activity-returned'),
    t('activity-net'),
    t('statement-sold-memberships'),
    t('home-unlocks'),
    t('reporting-year-before'),
    t('column-currency'),
    t('activity-new-members'),
    t('activity-lost-members'),
  ],
  rows: async ({ db, settings, ask, now }, { limit, offset }) =>
    (await monthsOf(db, ask.months ?? {}, settings, now))
      .slice(offset, offset + limit)
      .map((month) => [
        month.month,
        month.gross,
        month.returned,
        month.net,
        month.membership,
        month.post,
        month.net_before,
        settings.currency,
        month.new_members,
        month.lost_members,
      ]),
};

/** A line a thing that was bought, as the screen has them. */
export const bestSellersExport: ExportList = {
  head: ({ labels: { t } }) => [
    t('posts-column-post'),
    t('reporting-purchases'),
    t('activity-gross'),
    t('activity-returned'),
    t('activity-net'),
    t('column-currency'),
  ],
  rows: async ({ db, settings, sells, ask, now }, place) =>
    (await bestSellersOf(db, { settings, sells }, ask.best_sellers ?? {}, now, place)).things.map((thing) => [
      thing.title,
      thing.sold,
      thing.gross,
      thing.returned,
      thing.net,
      settings.currency,
    ]),
};
