import type { TenantDb } from '@backlot/database';
import type { PostRow } from '../post-rows.ts';

/** A post that came with the site's declaration, as it is now. */
export interface ImportedPost extends Pick<
  PostRow,
  'id' | 'source_hash' | 'publish_at' | 'amount_minor' | 'media_waiting'
> {
  readonly source_key: string;
}

/** Every post that was declared, also one that was taken out since. */
export const listImportedPosts = async (db: TenantDb): Promise<ImportedPost[]> =>
  (
    await db('posts')
      .whereNotNull('source_key')
      .select('id', 'source_key', 'source_hash', 'publish_at', 'amount_minor', 'media_waiting')
  ).map((row) => ({ ...row, source_key: row.source_key ?? '' }));
