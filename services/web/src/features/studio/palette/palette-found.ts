import { List } from 'lucide-react';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { leftAt } from '../../../lib/navigation/left-at.ts';
import type { StudioMenu } from '../../../lib/studio-menu.ts';
import { useFormats, useSite } from '../../../lib/site.tsx';
import { usePaletteSources, type PaletteItem } from '../../../lib/palette.ts';
import { readQuery } from './palette-items.ts';

/** What the server finds among all there is (posts, fans, files). */
export function useFoundItems(menu: StudioMenu, text: string): PaletteItem[] {
  const { t } = useTranslation();
  const { id } = useSite();
  const formats = useFormats();
  const navigate = useNavigate();
  const place = useLocation();
  const { searches } = usePaletteSources();
  const tools = { t, formats, go: (path: string) => void navigate(path, { state: leftAt(place) }) };
  const { only, words } = readQuery(useSettled(text));
  const answers = useQueries({
    queries: searches.map(({ group, screen, find }) => ({
      queryKey: [id, 'palette', group, words],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(words, signal, tools),
      enabled: menu.has(screen) && (only === group || (only === null && words.length >= 2)),
      placeholderData: keepPreviousData,
    })),
  });
  return searches.flatMap(({ group, list }, index) => {
    const found = answers[index]?.data;
    if (!found || found.items.length === 0) return [];
    const all: PaletteItem = {
      id: `all-${group}`,
      group,
      title: t('palette-all', { n: formats.number(found.total) }),
      note: '',
      icon: List,
      isLast: true,
      run: () =>
        void navigate(
          words === '' ? list : `${list}${list.includes('?') ? '&' : '?'}search=${encodeURIComponent(words)}`,
        ),
    };
    return [...found.items.map((item) => ({ ...item, group })), ...(found.total > found.items.length ? [all] : [])];
  });
}

/** The text once typing has paused: not every key asks the server. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 150);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
