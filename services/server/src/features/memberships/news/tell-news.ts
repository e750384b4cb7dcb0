import { newsStretch, type MembershipNews } from '@backlot/domain/memberships/news';
import type { Settings } from '@backlot/domain/settings';
import { scheduledJob } from '../../../jobs/job.ts';
import { oneAtATime } from '../../../jobs/one-at-a-time.ts';
import { mailLater, type MailParams } from '../../../mail/mail-later.ts';
import { switchedOnAt } from '../../../sites/settings.ts';
import { listCreatorIds } from '../../accounts/index.ts';
import { findToldUntil, listNews, noteTold, type News } from './news-rows.ts';

/** So many are named; of the others a mail says how many there are. */
const NAMES = 10;

/**
 * Mails the creator who joined, cancelled or could not be charged, as often as the site has set it, from when it was switched on
 * last. A mail goes out only when something happened, and is written down with the stretch that it tells of, so that nothing
 * that happened is told twice.
 */
export const tellMembershipNewsJob = scheduledJob({
  name: 'tell-membership-news',
  schedule: '*/5 * * * *',
  isDue: async ({ ctx, tenant }) =>
    (await ctx.settings.of(tenant))['subscription_email_notification.how_often'] !== 'never',
  async run({ ctx, tenant }) {
    const settings = await ctx.settings.of(tenant);
    const pace = settings['subscription_email_notification.how_often'];
    if (pace === 'never') return;
    const now = ctx.clock.now();
    await ctx.database.tenants.write(tenant, async (db) => {
      await oneAtATime(db, tenant.id, 'membership-news');
      const told = await findToldUntil(db);
      const since = await switchedOnAt(db, 'subscription_email_notification.how_often', 'never');
      if (told === null) {
        // What was before is no news.
        await noteTold(db, since ?? now, now);
        return;
      }
      const toldUntil = since !== null && since > told ? since : told;
      const stretch = newsStretch(pace, { toldUntil, now, timeZone: settings.timezone });
      if (stretch === null) return;
      const news = await listNews(db, { ...stretch, wanted: wantedOf(settings), names: NAMES });
      if (news.size === 0 || !(await noteTold(db, stretch.until, now))) return;
      const params: MailParams = Object.assign({ from: stretch.from.toISOString() }, ...[...news].map(paramsOf));
      for (const creator of await listCreatorIds(db)) await mailLater(db, 'membership-news', creator, params);
    });
  },
});

function wantedOf(settings: Settings): ReadonlySet<MembershipNews> {
  const wanted = new Set<MembershipNews>();
  if (settings['subscription_email_notification.new_members']) wanted.add('joined');
  if (settings['subscription_email_notification.cancellations']) wanted.add('cancelled');
  if (settings['subscription_email_notification.failed_renewals']) wanted.add('failed');
  return wanted;
}

/** How many, and the names of the first, each on a line: a mail's parameters hold no lists. */
const paramsOf = ([kind, { members, names }]: [MembershipNews, News]): MailParams => ({
  [kind]: members,
  [`${kind}Names`]: names.join('\n'),
});
