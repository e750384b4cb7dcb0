import { sql, table, type Sql } from '@backlot/database/sql';

/**
 * Whether a post, called `f`, matches the query. What has them is looked up first: asked row by row, a search for what is
 * rare reads every post there is.
 */
export const matchesSearch = (query: string): Sql => sql`f.id = any (array(${postsMatching(query)}))`;

/** Ids of posts that match the query in title or caption, as the index of posts has it, to the letter. */
export const postsMatching = (query: string): Sql<{ id: string }> => sql`
  select w.id from ${table('posts')} w
  where to_tsvector('pg_catalog.simple'::regconfig, translate(w.title || ' ' || w.caption, '@._+-/', '      ')) @@ to_tsquery('pg_catalog.simple'::regconfig, ${query})`;
