/** Most words that a search is taken by. */
const MOST = 8;

/**
 * What somebody typed, as text queries for the beginnings of its words, as all indexes of words are asked; none where it
 * holds no word. Letters, digits and marks make a word: nothing else reaches a query.
 */
export const searchTermsOf = (search: string): string[] =>
  (search.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).slice(0, MOST).map((word) => `'${word}':*`);

/** The same as one query for all of them; null for nothing that could be found. */
export function searchQueryOf(search: string): string | null {
  const terms = searchTermsOf(search);
  return terms.length === 0 ? null : terms.join(' & ');
}
