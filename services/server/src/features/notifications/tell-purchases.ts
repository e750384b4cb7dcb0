import { newsStretch } from '@backlot/domain/memberships/news';
import { toldNotifications } from '@backlot/domain/sites/notifications';
import { scheduledJob } from '../../jobs/job.ts';
import { oneAtATime } from '../../jobs/one-at-a-time.ts';
import { mailLater, type MailParams } from '../../mail/mail-later.ts';
import { switchedOnAt } from '../../sites/settings.ts';
import { titlesOfPurchases } from './purchase-titles.ts';
import { findToldUntil, keepsPurchaseNews, listPurchasesWithin, listStaff, noteTold } from './purchase-rows.ts';

/** So many are named; of the others a mail says how many there are. */
const NAMED = 10;

/**
 * Mails those who are told of purchases who bought what, as often as the site has set it, from when it was switched on last. A
 * mail goes out only when something was bought, and is written down with the stretch that it tells of, so that nothing is told
 * twice.
 */
export const tellPurchasesJob = scheduledJob({
  name: 'tell-purchases',
  schedule: '*/5 * * * *',
  isDue: async ({ ctx, tenant }) =>
    (await ctx.settings.of(tenant))['purchase_notification_settings.how_often'] !== 'never',
  async run({ ctx, tenant }) {
    const settings = await ctx.settings.of(tenant);
    const pace = settings['purchase_notification_settings.how_often'];
    if (pace === 'never') return;
    const now = ctx.clock.now();
    if (!(await ctx.database.tenants.read(tenant, keepsPurchaseNews))) return;
    await ctx.database.tenants.write(tenant, async (db) => {
      await oneAtATime(db, tenant.id, 'purchase-news');
      const told = await findToldUntil(db);
      const since = await switchedOnAt(db, 'purchase_notification_settings.how_often', 'never');
      if (told === null) {
        // What was before is no news.
        await noteTold(db, since ?? now, now);
        return;
      }
      const toldUntil = since !== null && since > told ? since : told;
      const stretch = newsStretch(pace, { toldUntil, now, timeZone: settings.timezone });
      if (stretch === null) return;
      const { purchases, total } = await listPurchasesWithin(db, { ...stretch, limit: NAMED });
      if (total === 0 || !(await noteTold(db, stretch.until, now))) return;
      const titles = await titlesOfPurchases(db, ctx, purchases);
      const params: MailParams = {
        from: stretch.from.toISOString(),
        count: total,
        lines: purchases
          .map(({ name, contentId }) => [name, titles.get(contentId ?? '')].filter(Boolean).join(' · '))
          .join('\n'),
      };
      for (const { id, role } of await listStaff(db))
        if (toldNotifications(role, settings).includes('purchased'))
          await mailLater(db, 'purchase-news', id, { ...params, role });
    });
  },
});
