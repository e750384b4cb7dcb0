import type { Bootstrap } from '@backlot/contracts/bootstrap';
import { isOldFeedAddress } from '@backlot/domain/sites/navigation';
import { isAdmin, type Viewer } from '@backlot/domain/people/roles';
import { isOpenWhileClosed } from '@backlot/domain/routes';
import { viewerOf } from '../lib/site.tsx';
import { matchScreen, type ScreenMatch } from './match-screen.ts';
import type { PlacedRoute } from './routes.ts';

export type FirstScreen =
  | ScreenMatch
  | { readonly kind: 'stopped' | 'maintenance' | 'age-gate' | 'blocked-area' }
  | { readonly kind: 'moved'; readonly to: string };

/** What the page that the server sends will show: the same decision as `App` makes in the browser. */
export function firstScreen(bootstrap: Bootstrap, routes: readonly PlacedRoute[]): FirstScreen {
  const { site, settings } = bootstrap;
  const viewer = viewerOf(bootstrap.viewer);
  const path = bootstrap.path.split(/[?#]/, 1)[0] ?? '/';
  if (site.status === 'stopped') return { kind: 'stopped' };
  const shut = shutOf(site, viewer, path);
  if (shut !== null) return { kind: shut };
  if (site.ageGate && viewer === null) return { kind: 'age-gate' };
  if (isMoved(bootstrap.path)) return { kind: 'moved', to: '/' };
  return matchScreen(path, routes, viewer, settings);
}

/** What stands in the place of the screen while the site is closed to this viewer; the ways out of it stay open. */
export function shutOf(
  { status, isAreaBlocked }: Pick<Bootstrap['site'], 'status' | 'isAreaBlocked'>,
  viewer: Viewer,
  path: string,
): 'maintenance' | 'blocked-area' | null {
  if (isAdmin(viewer) || isOpenWhileClosed(path)) return null;
  if (status === 'maintenance') return 'maintenance';
  return isAreaBlocked ? 'blocked-area' : null;
}

/** NAV-27, and the page of a stopped site on one that runs: both lead to the beginning. */
export function isMoved(address: string): boolean {
  const [path = '/', query = ''] = address.split(/[?#]/, 2);
  return path === '/service-stopped' || isOldFeedAddress(path, query);
}

/** HTTP status of a page. What the server did not find to send along (a post) is not there for this viewer. */
export function statusOf(screen: FirstScreen, { queries }: Pick<Bootstrap, 'queries'>): number {
  const needed = screen.kind === 'screen' ? screen.route.needsData : undefined;
  if (needed !== undefined && !queries.some(({ key }) => key[1] === needed)) return 404;
  if (screen.kind === 'screen' && screen.route.path === '/404') return 404;
  switch (screen.kind) {
    case 'blocked-area':
      return 451;
    case 'moved':
      return 302;
    case 'stopped':
    case 'maintenance':
      return 503;
    case 'denied':
      return 403;
    case 'absent':
      return 404;
    case 'login':
      return 302;
    default:
      return 200;
  }
}
