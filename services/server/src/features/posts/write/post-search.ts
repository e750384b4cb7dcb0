import { sql, table, type Sql } from '@backlot/database/sql';

/** What somebody typed, as the index of posts is asked for it: beginnings of words; null for nothing that could be found. */
export function searchQueryOf(search: string): string | null {
  const words = search.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words.length === 0
    ? null
    : words
        .slice(0, 8)
        .map((word) => `'${word}':*`)
        .join(' & ');
}

/**
 * Whether a post, called `f`, matches the query. What has them is looked up first: asked row by row, a search for what is
 * rare reads every post there is.
 */
export const matchesSearch = (query: string): Sql => sql`f.id = any (array(${postsMatching(query)}))`;

/** Ids of posts that match the query in title or caption, as the index of posts has it, to the letter. */
export const postsMatching = (query: string): Sql<{ id: string }> => sql`
  select w.id from ${table('posts')} w
  where to_tsvector('pg_catalog.simple'::regconfig, translate(w.title || ' ' || w.caption, '@._+-/', '      ')) @@ to_tsquery('pg_catalog.simple'::regconfig, ${query})`;
