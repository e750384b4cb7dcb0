import type { Bootstrap } from '@backlot/contracts/bootstrap';
import { isAdmin } from '@backlot/domain/roles';
import { viewerOf } from '../lib/site.tsx';
import { matchScreen, type ScreenMatch } from './match-screen.ts';
import type { ScreenRoute } from './routes.ts';

export type FirstScreen = ScreenMatch | { readonly kind: 'stopped' | 'maintenance' | 'age-gate' };

/** What the page that the server sends will show: the same decision as `App` makes in the browser. */
export function firstScreen(bootstrap: Bootstrap, routes: readonly ScreenRoute[]): FirstScreen {
  const { site, settings } = bootstrap;
  const viewer = viewerOf(bootstrap.viewer);
  const path = bootstrap.path.split(/[?#]/, 1)[0] ?? '/';
  if (site.status === 'stopped') return { kind: 'stopped' };
  if (site.status === 'maintenance' && !isAdmin(viewer) && path !== '/login') return { kind: 'maintenance' };
  if (site.ageGate && viewer === null) return { kind: 'age-gate' };
  return matchScreen(path, routes, viewer, settings);
}

/** HTTP status of a page. A post whose data the server did not find to send along is not there for this viewer. */
export function statusOf(screen: FirstScreen, { queries }: Pick<Bootstrap, 'queries'>): number {
  if (screen.kind === 'screen' && screen.route.path.startsWith('/feed/:') && !queries.some(({ key }) => key[1] === 'post')) return 404;
  switch (screen.kind) {
    case 'stopped':
    case 'maintenance': return 503;
    case 'denied': return 403;
    case 'absent': return 404;
    case 'login': return 302;
    default: return 200;
  }
}
