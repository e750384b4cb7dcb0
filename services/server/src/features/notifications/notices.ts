import type { TableOf, TenantDb } from '@backlot/database';
import { appendEvent } from '@backlot/database/shared-functions';
import { v7 } from 'uuid';
import type { Actor } from '../../actor.ts';

export type NoticeKind = 'purchased' | 'subscription' | 'comment' | 'like';
export interface UnreadCounts { total: number; purchased: number; subscription: number; comment: number }

export interface NoticeRow { id: string; kind: NoticeKind; user_id: string; content_id: string | null; created_at: Date }
export interface NoticeReadRow { user_id: string; kind: NoticeKind; read_at: Date }

declare module 'knex/types/tables.js' {
  interface Tables {
    notices: TableOf<NoticeRow>;
    notice_reads: TableOf<NoticeReadRow>;
  }
}

const toldRoles = ['model', 'admin', 'sub_admin'] as const;
// Badges stop at 99+, so nobody counts further.
const COUNT_TO = 100;

/** Tells the site's staff of a purchase or a new member, in the transaction that made it. */
export async function addNotice(db: TenantDb, notice: { kind: NoticeKind; userId: string; contentId?: string | null; now: Date }): Promise<void> {
  await db('notices').insert({ id: v7(), kind: notice.kind, user_id: notice.userId, content_id: notice.contentId ?? null, created_at: notice.now });
  const staff = await db('users').whereIn('role', toldRoles).where({ status: 'active' }).select('id');
  for (const { id } of staff) await appendEvent(db, { recipient: `user:${id}`, event: 'UNREAD_COUNT', data: {} });
}

/** What is new since the caller last looked, each at most 100. */
export async function unreadCountsOf(db: TenantDb, actor: Actor): Promise<UnreadCounts> {
  const { rows } = await db.raw<{ rows: Array<{ kind: NoticeKind; unread: number }> }>(
    `select k.kind, (select count(*)::int from (
       select 1 from ?? n where n.kind = k.kind and n.created_at > coalesce(
         (select r.read_at from ?? r where r.user_id = ? and r.kind = k.kind), (select u.created_at from ?? u where u.id = ?))
       limit ${COUNT_TO}) newer) as unread
     from (values ('purchased'), ('subscription'), ('comment')) k (kind)`,
    [db.table('notices'), db.table('notice_reads'), actor.userId, db.table('users'), actor.userId]);
  const of = (kind: NoticeKind): number => rows.find((row) => row.kind === kind)?.unread ?? 0;
  const purchased = of('purchased');
  const subscription = of('subscription');
  // Comments have a number of their own: there is no list yet where they would count as read.
  return { purchased, subscription, comment: of('comment'), total: purchased + subscription };
}

export async function markRead(db: TenantDb, userId: string, kind: NoticeKind, now: Date): Promise<void> {
  await db('notice_reads').insert({ user_id: userId, kind, read_at: now }).onConflict(['user_id', 'kind']).merge();
  await appendEvent(db, { recipient: `user:${userId}`, event: 'UNREAD_COUNT', data: {} });
}
