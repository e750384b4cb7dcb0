import type { ExportList } from '../../exports/index.ts';
import { activityOf } from './list-activity.ts';

/** A line a day, as the screen has them. */
export const activityExport: ExportList = {
  head: ({ labels: { t } }) => [
    t('column-date'),
    t('nav-posts'),
    t('activity-photos'),
    t('activity-videos'),
    t('activity-comments'),
    t('nav-promotions'),
    t('nav-coupons'),
    t('activity-prices'),
    t('activity-settings'),
    t('activity-sign-ins'),
    t('activity-gross'),
    t('activity-returned'),
    t('activity-net'),
    t('column-currency'),
    t('activity-new-members'),
    t('activity-lost-members'),
  ],
  rows: async ({ db, actor, settings, ask, now }, { limit, offset }) =>
    (await activityOf(db, ask.influencer_activity ?? {}, { actor, settings, now }))
      .slice(offset, offset + limit)
      .map((day) => [
        day.day,
        day.posts,
        day.photos,
        day.videos,
        day.comments,
        day.promotions,
        day.coupons,
        day.prices,
        day.settings,
        day.sign_ins,
        day.gross,
        day.returned,
        day.net,
        settings.currency,
        day.new_members,
        day.lost_members,
      ]),
};
