import type { SettingKey } from '@backlot/domain/settings';
import type { LucideIcon } from 'lucide-react';

export type PaletteGroup = 'pages' | 'actions' | 'settings' | 'posts' | 'fans';

export interface PaletteItem {
  readonly id: string;
  readonly group: PaletteGroup;
  readonly title: string;
  /** Second line: where it is, or its present value. */
  readonly note: string;
  readonly icon: LucideIcon | null;
  readonly picture?: string | null;
  readonly keys?: readonly string[];
  readonly run: () => void;
  /** A switch that can be flipped from the result. */
  readonly toggle?: { readonly key: SettingKey; readonly isOn: boolean };
}

/** `@` asks for fans, `#` for posts, `>` for actions; the rest is what is looked for. */
export function readQuery(text: string): { readonly only: PaletteGroup | null; readonly words: string } {
  const only = ({ '@': 'fans', '#': 'posts', '>': 'actions' } as const)[text[0] as '@'] ?? null;
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

const order: readonly PaletteGroup[] = ['pages', 'actions', 'settings', 'posts', 'fans'];
const mostInGroup = 6;

/** What is shown, by group, the best first. Without words: pages and actions alone. */
export function choose(items: readonly PaletteItem[], text: string): readonly { readonly group: PaletteGroup; readonly items: readonly PaletteItem[] }[] {
  const { only, words } = readQuery(text);
  const fits = items
    .filter(({ group }) => (only ? group === only : words !== '' || group === 'pages' || group === 'actions'))
    .map((item) => ({ item, score: item.group === 'fans' ? 1 : fit(item, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
  return order
    .map((group) => ({ group, items: fits.filter(({ item }) => item.group === group).slice(0, mostInGroup).map(({ item }) => item) }))
    .filter((found) => found.items.length > 0);
}
