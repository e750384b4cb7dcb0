import type { TenantDb } from '@backlot/database';
import { toldNotifications, type NotificationKind } from '@backlot/domain/sites/notifications';
import { defaultSettings, type Settings } from '@backlot/domain/settings';
import { v7 } from 'uuid';
import type { Actor } from '../../actor.ts';
import { appendAll } from '../../jobs/append.ts';
import { countUnread, countUnreadOfStaff, insertNotifications, setRead, type UnreadRow } from './notification-rows.ts';

export type { NotificationKind };
export interface UnreadCounts {
  total: number;
  purchased: number;
  subscription: number;
  comment: number;
}

export interface NewNotification {
  readonly kind: NotificationKind;
  readonly userId: string;
  readonly contentId?: string | null;
  readonly now: Date;
}

/** Tells the site's staff of a purchase, a new member or a comment, in the transaction that made it. */
export async function addNotification(db: TenantDb, notification: NewNotification): Promise<void> {
  await importNotifications(db, [notification]);
  await tellUnread(db, notification.kind, null);
}

/** Those of a past that is brought along: nobody is at a page that would hear of them. */
export async function importNotifications(db: TenantDb, notifications: readonly NewNotification[]): Promise<void> {
  if (notifications.length === 0) return;
  await insertNotifications(
    db,
    notifications.map(({ kind, userId, contentId = null, now }) => ({
      id: v7(),
      kind,
      user_id: userId,
      content_id: contentId,
      created_at: now,
    })),
  );
}

/** What is new since the caller last looked, of the kinds that their role may know of. */
export async function unreadCountsOf(
  db: TenantDb,
  actor: Pick<Actor, 'userId' | 'role'>,
  settings: Settings,
): Promise<UnreadCounts> {
  const told = toldNotifications(actor.role, settings);
  return countsFrom(told.length === 0 ? [] : await countUnread(db, [actor.userId]), told);
}

/** The caller has looked at the list of this kind. */
export async function markRead(
  db: TenantDb,
  actor: Pick<Actor, 'userId' | 'role'>,
  kind: NotificationKind,
  now: Date,
): Promise<void> {
  await setRead(db, { user_id: actor.userId, kind, read_at: now });
  await tellUnread(db, kind, actor);
}

const decidingSettings = ['show_reporting_page_to_content_manager', 'hide_earnings'] as const;

/** Sends their numbers to those of the staff, or the one person, who may know of this kind. */
async function tellUnread(
  db: TenantDb,
  kind: NotificationKind,
  only: Pick<Actor, 'userId' | 'role'> | null,
): Promise<void> {
  const rows = await countUnreadOfStaff(db, decidingSettings, only?.userId ?? null);
  const told = [...new Map(rows.map((row) => [row.user_id, row])).values()]
    .map(({ user_id: id, role, settings }) => ({
      id,
      kinds: toldNotifications(only?.role ?? role, { ...defaultSettings('general'), ...settings } as Settings),
    }))
    .filter(({ kinds }) => kinds.includes(kind));
  await appendAll(
    db,
    told.map(({ id, kinds }) => {
      const { total, purchased, subscription } = countsFrom(
        rows.filter((row) => row.user_id === id),
        kinds,
      );
      return {
        to: `user:${id}` as const,
        event: 'UNREAD_COUNT' as const,
        payload: {
          totalUnreadCount: total,
          purchasedNotificationUnreadCount: purchased,
          subscriptionNotificationUnreadCount: subscription,
        },
      };
    }),
  );
}

function countsFrom(rows: readonly UnreadRow[], told: readonly NotificationKind[]): UnreadCounts {
  const of = (kind: NotificationKind): number =>
    told.includes(kind) ? (rows.find((row) => row.kind === kind)?.unread ?? 0) : 0;
  const [purchased, subscription] = [of('purchased'), of('subscription')];
  // Comments have a number of their own: there is no list yet where they would count as read.
  return { purchased, subscription, comment: of('comment'), total: purchased + subscription };
}
