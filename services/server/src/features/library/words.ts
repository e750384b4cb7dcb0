/** Most words that a search is taken by. */
const MOST = 8;

/** A search as text queries for the beginnings of its words; null when it holds no word, and then nothing is found. */
export function wordsOf(search: string): string[] | null {
  if (search.trim() === '') return [];
  const words = search.toLowerCase().split(/[^\p{L}\p{N}\p{M}]+/u).filter(Boolean).slice(0, MOST);
  return words.length === 0 ? null : words.map((word) => `'${word}':*`);
}
