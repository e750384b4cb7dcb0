/** Most terms that a search is taken by. */
const MOST = 8;

/** A search as text queries for the beginnings of its terms; null when it holds no word, and then nothing is found. */
export function searchTermsOf(search: string): string[] | null {
  if (search.trim() === '') return [];
  const terms = search
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean)
    .slice(0, MOST);
  return terms.length === 0 ? null : terms.map((word) => `'${word}':*`);
}
