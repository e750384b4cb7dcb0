import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import type { PostAccessInput } from '@backlot/domain/access';
import { accessInputOf, postName, type PostRow } from './post-rows.ts';

/** A post as its sale needs it. Whether this buyer may buy it is `purchaseRefusal` of the domain's to say. */
export interface PostForSale {
  readonly id: string;
  /** For receipts and lists: its title, else how its caption begins. */
  readonly title: string;
  /** Null unless the post is locked. */
  readonly amountMinor: number | null;
  readonly currency: string;
  readonly accessInput: PostAccessInput;
}

/**
 * Also of posts that were taken out, which nobody can buy any more. Waits for an edit that is under way, and keeps others off until the
 * purchase is written down: neither changes what the other has looked at. Likes and comments are not held up.
 */
export const rowForSale = (id: string): Sql<RowForSale> =>
  sql<RowForSale>`
    select id, title, caption, serial, amount_minor, currency, visibility, publish_at, deleted_at, replaced_at, media_failed,
      media_waiting, caption_blur
    from ${table('posts')} where id = ${id} for key share`.prepared();

type RowForSale = Parameters<typeof postName>[0] &
  Parameters<typeof accessInputOf>[0] &
  Pick<PostRow, 'id' | 'amount_minor' | 'currency'>;

export const forSale = (row: RowForSale): PostForSale => ({
  id: row.id,
  title: postName(row),
  amountMinor: row.amount_minor,
  currency: row.currency,
  accessInput: accessInputOf(row),
});

/** The declared posts by their keys, as they were when everything of them was made. */
export async function importedPostsForSale(db: TenantDb): Promise<ReadonlyMap<string, PostForSale>> {
  const rows = await db('posts').whereNotNull('source_key');
  return new Map(rows.map((row) => [row.source_key!, forSale({ ...row, media_waiting: 0 })]));
}
