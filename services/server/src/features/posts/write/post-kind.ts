import type { Sql } from '@backlot/database/sql';
import { heldContents } from '../../ledger/index.ts';

/** What intents and entitlements call a post (`Sellable.kind`). */
export const postKind = 'post';

/** The posts that a person bought and still has, to be joined by `content_id`. */
export const heldPosts = (userId: string | null): Sql<{ id: string; content_id: string }> =>
  heldContents(userId, postKind);
