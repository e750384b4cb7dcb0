import { closedRibbonsCookie } from '@backlot/contracts/bootstrap';
import { useSyncExternalStore } from 'react';
import { useBootstrap } from '../../lib/site.tsx';
import type { RibbonKind } from './ribbon-look.ts';

const keptSeconds = 31_536_000;

/**
 * Whether this browser has closed a ribbon, and how it does. A cookie holds it, so that the server's HTML has no ribbon
 * that would go away under the reader. `id`: another text or offer shows again.
 */
export function useClosedRibbon(kind: RibbonKind, id: string): readonly [isClosed: boolean, close: () => void] {
  const { closedRibbons, isPreview } = useBootstrap();
  const closed = useSyncExternalStore(
    watchClosed,
    () => closedOf(document.cookie),
    () => closedRibbons,
  );
  const mark = markOf(kind, id);
  return [!isPreview && closed.split('.').includes(mark), () => closeRibbon(mark)];
}

/** What the cookie holds of one: the kind's letter, and its text or offer. */
export const markOf = (kind: RibbonKind, id: string): string => `${kind[0]}${shortHash(id)}`;

const closedOf = (cookies: string): string =>
  new RegExp(`(?:^|; )${closedRibbonsCookie}=([\\w.]*)`).exec(cookies)?.[1] ?? '';

/** The last of each kind is enough: there is one of each at a time. */
function closeRibbon(mark: string): void {
  const others = closedOf(document.cookie)
    .split('.')
    .filter((one) => one !== '' && one[0] !== mark[0]);
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${closedRibbonsCookie}=${[...others, mark].join('.')}; path=/; samesite=lax; max-age=${keptSeconds}${secure}`;
  document.dispatchEvent(new Event('ribbon-closed'));
}

function watchClosed(changed: () => void): () => void {
  document.addEventListener('ribbon-closed', changed);
  return () => document.removeEventListener('ribbon-closed', changed);
}

/** Tells two texts of one site apart (FNV-1a). */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
