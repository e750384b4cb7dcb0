import { useTranslation } from 'react-i18next';
import type { StudioEntry } from '../../../lib/studio-menu.ts';
import { Badge } from '../../../components/badge.tsx';
import { useMe } from '../../../lib/site.tsx';

/** How many new or waiting ones stand on a screen's list; 0 where none are counted. */
export function useUnread({ unread }: Pick<StudioEntry, 'unread'>): number {
  const me = useMe();
  return unread === undefined ? 0 : (me?.[unread] ?? 0);
}

/** What the number says. */
export function useUnreadText(): (entry: Pick<StudioEntry, 'unread'>, count: number) => string {
  const { t } = useTranslation();
  return ({ unread }, count) => t(unread === 'openItemsCount' ? 'open-items-waiting' : 'unread-new', { count });
}

/** The number on an entry of the menus. */
export function EntryBadge({ entry }: { entry: Pick<StudioEntry, 'unread'> }) {
  const count = useUnread(entry);
  return <Badge count={count} label={useUnreadText()(entry, count)} />;
}
