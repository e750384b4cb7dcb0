import { unreadCount } from '@backlot/contracts/accounts';
import { listPurchaseNotifications as listPurchasesCall, notificationsRead } from '@backlot/contracts/notifications';
import { route } from '../../call-route.ts';
import type { Feature } from '../../feature.ts';
import { listPurchaseNotifications } from './list-purchases.ts';
import { markRead, unreadCountsOf } from './notifications.ts';
import { tellPurchasesJob } from './tell-purchases.ts';

export {
  addNotification,
  importNotifications,
  noteNotification,
  unreadCountsOf,
  type NotificationKind,
  type UnreadCounts,
} from './notifications.ts';

/** What staff are told of, and whether they have looked. */
export const notificationsFeature: Feature = {
  name: 'notifications',
  tables: ['notices', 'notice_reads', 'purchase_news'],
  jobs: [tellPurchasesJob],
  routes: (ctx) => [
    route(unreadCount, async ({ tenant, actor }) => {
      const settings = await ctx.settings.of(tenant);
      const unread = await ctx.database.tenants.read(tenant, (db) => unreadCountsOf(db, actor, settings));
      return {
        data: {
          totalUnreadCount: unread.total,
          purchasedNotificationUnreadCount: unread.purchased,
          subscriptionNotificationUnreadCount: unread.subscription,
          feedCommentNotificationUnreadCount: unread.comment,
          feedLikeNotificationUnreadCount: 0,
        },
      };
    }),
    route(listPurchasesCall, async ({ tenant, actor, query }) => ({
      data: await listPurchaseNotifications(ctx, tenant, actor, query),
    })),
    route(notificationsRead, async ({ tenant, actor, body, now }) => {
      await ctx.database.tenants.write(tenant, (db) => markRead(db, actor, body.kind, now));
      return {};
    }),
  ],
};
