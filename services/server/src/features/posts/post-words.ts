/** What somebody typed, as the index of posts is asked for it: beginnings of words; null for nothing that could be found. */
export function wordsOf(search: string): string | null {
  const words = search.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length === 0 ? null : words.slice(0, 8).map((word) => `${word}:*`).join(' & ');
}

/** Whether the words of a post, called `f`, hold them; one binding. */
export const hasWords = `to_tsvector('pg_catalog.simple'::regconfig, translate(f.title || ' ' || f.caption, '@._+-/', '      ')) @@ to_tsquery('pg_catalog.simple'::regconfig, ?)`;
