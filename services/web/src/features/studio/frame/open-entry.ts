import { useLocation } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import type { StudioEntry } from '../../../lib/studio-menu.ts';

interface OpenEntry {
  readonly isOpen: boolean;
  /** The address of its sub-page that is open. */
  readonly page: string | null;
}

/** Whether an entry's screen, a page under it or one of its sub-pages is open. */
export function useOpenEntry(entry: Pick<StudioEntry, 'to' | 'pages' | 'rowsAt'>): OpenEntry {
  const { pathname, search } = useLocation();
  return openEntry(entry, pathname, search);
}

export function openEntry(
  { to, pages = [], rowsAt }: Pick<StudioEntry, 'to' | 'pages' | 'rowsAt'>,
  path: string,
  search: string,
): OpenEntry {
  const isWithin = (address: string): boolean => {
    const [own = '', wanted = ''] = address.split('?');
    const given = new URLSearchParams(search);
    return path === own && [...new URLSearchParams(wanted)].every(([name, value]) => given.get(name) === value);
  };
  const page = pages.find((one) => isWithin(one.to))?.to ?? null;
  const isUnder = (start: string): boolean => start !== paths.studio && path.startsWith(`${start}/`);
  const isOpen = page !== null || path === to || isUnder(to) || (rowsAt !== undefined && isUnder(rowsAt));
  return { isOpen, page };
}
