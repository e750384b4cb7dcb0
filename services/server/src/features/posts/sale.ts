import type { TenantDb } from '@backlot/database';
import type { PostFacts } from '@backlot/domain/access';
import { factsOf, postName } from './post-rows.ts';

/** A post as the checkout needs it. Whether this buyer may buy it is `purchaseRefusal` of the domain's to say. */
export interface PostForSale {
  readonly id: string;
  /** For receipts and lists: its title, else how its caption begins. */
  readonly title: string;
  /** Null unless the post is locked. */
  readonly amountMinor: number | null;
  readonly currency: string;
  readonly facts: PostFacts;
}

/**
 * Null when this site has no such post; also answers for posts that were taken out, which nobody can buy any more.
 * Waits for an edit that is under way, and keeps others off until the purchase is written down: neither changes what
 * the other has looked at. Likes and comments are not held up.
 */
export async function findPostForSale(db: TenantDb, id: string): Promise<PostForSale | null> {
  const row = await db('posts').where({ id }).forKeyShare().first();
  if (!row) return null;
  return { id: row.id, title: postName(row), amountMinor: row.amount_minor, currency: row.currency, facts: factsOf(row) };
}
