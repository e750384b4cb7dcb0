import { useTranslation } from 'react-i18next';
import type { StudioEntry } from '../../../lib/studio-menu.ts';
import { Badge } from '../../../components/badge.tsx';
import { useMe } from '../../../lib/site.tsx';

/** How many new ones stand on a screen's list; 0 where none are counted. */
export function useUnread({ unread }: Pick<StudioEntry, 'unread'>): number {
  const me = useMe();
  return unread === undefined ? 0 : (me?.[unread] ?? 0);
}

export function UnreadBadge({ count }: { count: number }) {
  const { t } = useTranslation();
  return <Badge count={count} label={t('unread-new', { count })} />;
}

/** The same for an entry that is drawn in a list. */
export function EntryBadge({ entry }: { entry: Pick<StudioEntry, 'unread'> }) {
  return <UnreadBadge count={useUnread(entry)} />;
}
