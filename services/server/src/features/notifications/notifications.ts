import type { TenantDb } from '@backlot/database';
import { toldNotifications, type NotificationKind } from '@backlot/domain/sites/notifications';
import { defaultSettings, type Settings } from '@backlot/domain/settings';
import { v7 } from 'uuid';
import type { Actor } from '../../actor.ts';
import { append } from '../../jobs/append.ts';
import { findSettings } from '../../sites/settings.ts';
import { listStaff } from '../accounts/index.ts';
import { countUnread, setRead, type UnreadRow } from './notification-rows.ts';

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
  await tellUnread(db, await listStaff(db), notification.kind);
}

/** Those of a past that is brought along: nobody is at a page that would hear of them. */
export async function importNotifications(db: TenantDb, notifications: readonly NewNotification[]): Promise<void> {
  if (notifications.length === 0) return;
  await db('notices').insert(
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
  await tellUnread(db, [{ id: actor.userId, role: actor.role }], kind);
}

/** Sends their numbers to those who may know of this kind. */
async function tellUnread(
  db: TenantDb,
  people: ReadonlyArray<{ readonly id: string; readonly role: Actor['role'] }>,
  kind: NotificationKind,
): Promise<void> {
  const settings = {
    ...defaultSettings('general'),
    ...(await findSettings(db, ['show_reporting_page_to_content_manager', 'hide_earnings'])),
  } as Settings;
  const told = people
    .map(({ id, role }) => ({ id, kinds: toldNotifications(role, settings) }))
    .filter(({ kinds }) => kinds.includes(kind));
  const rows = await countUnread(
    db,
    told.map(({ id }) => id),
  );
  for (const { id, kinds } of told) {
    const { total, purchased, subscription } = countsFrom(
      rows.filter((row) => row.user_id === id),
      kinds,
    );
    await append(db, `user:${id}`, 'UNREAD_COUNT', {
      totalUnreadCount: total,
      purchasedNotificationUnreadCount: purchased,
      subscriptionNotificationUnreadCount: subscription,
    });
  }
}

function countsFrom(rows: readonly UnreadRow[], told: readonly NotificationKind[]): UnreadCounts {
  const of = (kind: NotificationKind): number =>
    told.includes(kind) ? (rows.find((row) => row.kind === kind)?.unread ?? 0) : 0;
  const [purchased, subscription] = [of('purchased'), of('subscription')];
  // Comments have a number of their own: there is no list yet where they would count as read.
  return { purchased, subscription, comment: of('comment'), total: purchased + subscription };
}
