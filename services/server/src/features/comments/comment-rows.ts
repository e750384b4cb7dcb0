import type { TableOf, TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import type { StoredRole } from '@backlot/contracts';
import { people } from '../accounts/index.ts';

export interface CommentRow {
  id: string;
  post_id: string;
  user_id: string;
  written_by: string | null;
  body: string;
  created_at: Date;
  hidden_at: Date | null;
  hidden_by: string | null;
  removed_at: Date | null;
  removed_by: string | null;
  source_key: string | null;
}
export interface CommentBlockRow {
  user_id: string;
  blocked_by: string | null;
  created_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    comments: TableOf<CommentRow>;
    comment_blocks: TableOf<CommentBlockRow>;
  }
}

/** A comment with who wrote it. */
export interface WrittenComment extends CommentRow {
  readonly name: string;
  readonly role: StoredRole;
  readonly is_user_blocked: boolean;
}

export interface CommentPosition {
  readonly createdAt: Date;
  readonly id: string;
}
export interface CommentAsk {
  readonly postId: string;
  /** Sees their own hidden ones; null for guests. */
  readonly userId: string | null;
  readonly seesHidden: boolean;
  readonly limit: number;
  readonly offset: number;
  readonly after: CommentPosition | null;
}

const written = sql`select c.*, u.name, u.role, b.user_id is not null as is_user_blocked
  from ${table('comments')} c join ${people} u on u.id = c.user_id left join ${table('comment_blocks')} b on b.user_id = c.user_id`;

/** Newest first, along one index. */
export function listCommentRows(db: TenantDb, ask: CommentAsk): Promise<WrittenComment[]> {
  const after = ask.after ? sql`and (c.created_at, c.id) < (${ask.after.createdAt}, ${ask.after.id})` : sql.empty;
  return sql<WrittenComment>`
    ${written} where c.post_id = ${ask.postId} and c.removed_at is null and (c.hidden_at is null or ${ask.seesHidden} or c.user_id = ${ask.userId}::uuid) ${after}
    order by c.created_at desc, c.id desc limit ${ask.limit} offset ${ask.after ? 0 : ask.offset}`.all(db);
}

export const findComment = (db: TenantDb, id: string): Promise<WrittenComment | null> =>
  sql<WrittenComment>`${written} where c.id = ${id}`.first(db);

export type NewComment = Pick<CommentRow, 'id' | 'post_id' | 'user_id' | 'written_by' | 'body' | 'created_at'> & {
  readonly source_key?: string;
};

/** False when a declared comment of that name is there. */
export async function insertComment(db: TenantDb, row: NewComment): Promise<boolean> {
  const rows = await db('comments')
    .insert({ source_key: null, ...row })
    .onConflict('source_key')
    .ignore()
    .returning('id');
  return rows.length > 0;
}

/** Null when it is gone already; `wasHidden` tells whether it still counted. */
export async function markRemoved(
  db: TenantDb,
  id: string,
  by: string,
  now: Date,
): Promise<{ wasHidden: boolean } | null> {
  const [row] = await db('comments')
    .where({ id })
    .whereNull('removed_at')
    .update({ removed_at: now, removed_by: by })
    .returning('hidden_at');
  return row ? { wasHidden: row.hidden_at !== null } : null;
}

/** True when that changed something. */
export async function setHidden(db: TenantDb, id: string, by: string, isHidden: boolean, now: Date): Promise<boolean> {
  const comment = db('comments').where({ id }).whereNull('removed_at');
  const rows = isHidden
    ? await comment.whereNull('hidden_at').update({ hidden_at: now, hidden_by: by }).returning('id')
    : await comment.whereNotNull('hidden_at').update({ hidden_at: null, hidden_by: null }).returning('id');
  return rows.length > 0;
}

export const isBlockedFromCommenting = async (db: TenantDb, userId: string): Promise<boolean> =>
  (await db('comment_blocks').where({ user_id: userId }).first('user_id')) !== undefined;

export async function setBlocked(
  db: TenantDb,
  userId: string,
  by: string,
  isBlocked: boolean,
  now: Date,
): Promise<void> {
  if (isBlocked)
    await db('comment_blocks')
      .insert({ user_id: userId, blocked_by: by, created_at: now })
      .onConflict('user_id')
      .ignore();
  else await db('comment_blocks').where({ user_id: userId }).delete();
}
