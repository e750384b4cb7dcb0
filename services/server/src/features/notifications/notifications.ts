import type { TenantDb } from '@backlot/database';
import type { Sql } from '@backlot/database/sql';
import { toldNotifications, type NotificationKind } from '@backlot/domain/sites/notifications';
import { defaultSettings, type Settings } from '@backlot/domain/settings';
import { v7 } from 'uuid';
import type { Actor } from '../../actor.ts';
import { appendAll, type EventToAppend } from '../../jobs/append.ts';
import {
  countUnread,
  countUnreadOf,
  insertForStaff,
  insertNotifications,
  setRead,
  type NotificationRow,
  type ToldRow,
  type UnreadRow,
} from './notification-rows.ts';

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
export const addNotification = async (db: TenantDb, notification: NewNotification): Promise<void> =>
  appendAll(db, await noteNotification(db, notification));

/**
 * As `addNotification`; the caller appends what it answers, with what it has to tell besides. `change`, an INSERT or UPDATE
 * that answers nothing, is written in the same statement.
 */
export const noteNotification = async (
  db: TenantDb,
  notification: NewNotification,
  change?: Sql,
): Promise<readonly EventToAppend[]> =>
  tellingUnread(await insertForStaff(db, rowOf(notification), decidingSettings, change), notification.kind);

/** Those of a past that is brought along: nobody is at a page that would hear of them. */
export async function importNotifications(db: TenantDb, notifications: readonly NewNotification[]): Promise<void> {
  if (notifications.length === 0) return;
  await insertNotifications(db, notifications.map(rowOf));
}

const rowOf = ({ kind, userId, contentId = null, now }: NewNotification): NotificationRow => ({
  id: v7(),
  kind,
  user_id: userId,
  content_id: contentId,
  created_at: now,
});

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
  const rows = await countUnreadOf(db, actor.userId, decidingSettings);
  await appendAll(
    db,
    tellingUnread(
      rows.map((row) => ({ ...row, role: actor.role })),
      kind,
    ),
  );
}

const decidingSettings = [
  'show_reporting_page_to_content_manager',
  'hide_earnings',
  'purchase_notification_settings.admins',
  'purchase_notification_settings.content_managers',
  'purchase_notification_settings.support',
] as const;

const defaults = defaultSettings('general');

/** Their numbers, for those who may know of this kind. */
const tellingUnread = (rows: readonly ToldRow[], kind: NotificationKind): readonly EventToAppend[] =>
  [...new Map(rows.map((row) => [row.user_id, row])).values()]
    .map(({ user_id: id, role, settings }) => ({
      id,
      kinds: toldNotifications(role, { ...defaults, ...settings } as Settings),
    }))
    .filter(({ kinds }) => kinds.includes(kind))
    .map(({ id, kinds }) => {
      const own = rows.filter((row) => row.user_id === id);
      const { total, purchased, subscription } = countsFrom(own, kinds);
      return {
        to: `user:${id}`,
        event: 'UNREAD_COUNT',
        payload: {
          totalUnreadCount: total,
          purchasedNotificationUnreadCount: purchased,
          subscriptionNotificationUnreadCount: subscription,
        },
      };
    });

function countsFrom(rows: readonly UnreadRow[], told: readonly NotificationKind[]): UnreadCounts {
  const of = (kind: NotificationKind): number =>
    told.includes(kind) ? (rows.find((row) => row.kind === kind)?.unread ?? 0) : 0;
  const [purchased, subscription] = [of('purchased'), of('subscription')];
  // Comments have a number of their own: there is no list yet where they would count as read.
  return { purchased, subscription, comment: of('comment'), total: purchased + subscription };
}
