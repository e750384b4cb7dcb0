import type { TenantDb } from '@backlot/database';

/** What somebody typed, as the index of posts is asked for it: beginnings of words; null for nothing that could be found. */
export function wordsOf(search: string): string | null {
  const words = search.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words.length === 0 ? null : words.slice(0, 8).map((word) => `'${word}':*`).join(' & ');
}

/**
 * Whether a post, called `f`, has these words. What has them is looked up first: asked row by row, a search for what is
 * rare reads every post there is.
 */
export const hasWords = (db: TenantDb, words: string): { sql: string; bindings: readonly unknown[] } => ({
  sql: `f.id = any (array(select w.id from ?? w
    where to_tsvector('pg_catalog.simple'::regconfig, translate(w.title || ' ' || w.caption, '@._+-/', '      ')) @@ to_tsquery('pg_catalog.simple'::regconfig, ?)))`,
  bindings: [db.table('posts'), words],
});
