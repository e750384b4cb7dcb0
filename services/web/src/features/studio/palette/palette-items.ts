import type { PaletteGroup, PaletteItem } from '../../../lib/palette.ts';

/** `@` asks for fans, `#` for posts, `/` for files, `>` for actions; the rest is what is looked for. */
export function readQuery(text: string): { readonly only: PaletteGroup | null; readonly words: string } {
  const only = ({ '@': 'fans', '#': 'posts', '/': 'files', '>': 'actions' } as const)[text[0] as '@'] ?? null;
  return { only, words: (only ? text.slice(1) : text).trim().toLowerCase() };
}

/** How well an item fits: beginnings of words before the rest, the title before the note; 0 for not at all. */
export function fit({ title, note }: Pick<PaletteItem, 'title' | 'note'>, words: string): number {
  if (words === '') return 1;
  const name = title.toLowerCase();
  if (name.startsWith(words)) return 5;
  if (name.split(/\s+/).some((word) => word.startsWith(words))) return 4;
  if (name.includes(words)) return 3;
  return words.split(/\s+/).every((word) => `${name} ${note.toLowerCase()}`.includes(word)) ? 2 : 0;
}

const order: readonly PaletteGroup[] = ['pages', 'actions', 'settings', 'posts', 'fans', 'files'];
const isFound = (group: PaletteGroup): boolean => group === 'posts' || group === 'fans' || group === 'files';
/** Few of each, so that every group with a result is in view; more when one is asked for. */
const mostInGroup = { one: 12, several: 4 };

/** What is shown, by group, the best first. Without words: pages and actions alone. */
export function choose(
  items: readonly PaletteItem[],
  text: string,
): readonly { readonly group: PaletteGroup; readonly items: readonly PaletteItem[] }[] {
  const { only, words } = readQuery(text);
  const fits = items
    .filter(({ group }) => (only ? group === only : words !== '' || group === 'pages' || group === 'actions'))
    // The server has searched already, by more than what is shown.
    .map((item) => ({ item, score: isFound(item.group) ? 1 : fit(item, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
  const most = only || words === '' ? mostInGroup.one : mostInGroup.several;
  return order
    .map((group) => {
      const own = fits.filter(({ item }) => item.group === group).map(({ item }) => item);
      return {
        group,
        items: [...own.filter(({ isLast }) => !isLast).slice(0, most), ...own.filter(({ isLast }) => isLast)],
      };
    })
    .filter((found) => found.items.length > 0);
}
