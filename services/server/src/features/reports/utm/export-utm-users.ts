import type { ExportList } from '../../exports/index.ts';
import { utmAsked, utmUsersOf } from './list-utm-users.ts';

/** A line a person, as the screen has them. */
export const utmUsersExport: ExportList = {
  head: ({ labels: { t, timed } }) => [
    t('column-name'),
    t('column-email'),
    timed('utm-registered-on'),
    t('link-utm-source'),
    t('link-utm-medium'),
    t('link-utm-campaign'),
    t('link-utm-term'),
    t('link-utm-content'),
    timed('utm-member-since'),
    t('utm-has-paid'),
    t('activity-net'),
    t('column-currency'),
  ],
  rows: async ({ db, settings, ask, labels: { t, date }, now }, place) =>
    (await utmUsersOf(db, utmAsked(ask.user_utm_params ?? {}, settings, now), place)).map((user) => [
      user.name,
      user.email,
      date(user.date),
      user.source,
      user.medium,
      user.campaign,
      user.term,
      user.content,
      date(user.member_since),
      t(user.has_paid ? 'utm-paid-yes' : 'utm-paid-no'),
      user.net,
      settings.currency,
    ]),
};
