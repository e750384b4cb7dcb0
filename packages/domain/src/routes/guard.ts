import type { Viewer } from '../people/roles.ts';
import { guardRole } from '../people/roles.ts';
import type { RouteRule, RouteSettings } from './access.ts';
import { contentManagerMay } from './access.ts';
import type { RouteMatch } from './match.ts';
import { matchRoute, segmentsOf } from './match.ts';

export type GuardResult =
  | { readonly outcome: 'allow'; readonly match: RouteMatch }
  /** ROLE-44; `saveAs` is to be kept as routeBeforeLogin (ROLE-45). */
  | { readonly outcome: 'redirect'; readonly to: '/login'; readonly saveAs?: string }
  /** ROLE-43: the access-denied page. */
  | { readonly outcome: 'deny'; readonly reason: 'role' | 'setting' }
  | { readonly outcome: 'not_found' };

/** What a viewer gets at a path of the site. The client's router and the server's page handler both ask this. */
export function guard(path: string, viewer: Viewer, settings: RouteSettings): GuardResult {
  const match = matchRoute(path);
  if (!match || match.route.comesWith) return { outcome: 'not_found' };
  const { route } = match;
  if (route.needs && !settings[route.needs]) return { outcome: 'not_found' };
  if (route.roles === 'public') return { outcome: 'allow', match };
  if (viewer === null) return route.guests === true ? { outcome: 'allow', match } : toLogin(path);
  const refusal = refusalOf(route, viewer, settings);
  return refusal ? { outcome: 'deny', reason: refusal } : { outcome: 'allow', match };
}

/** Why a role may not open a page, whether its screen is built or not. */
export function refusalOf(
  route: RouteRule,
  viewer: NonNullable<Viewer>,
  settings: RouteSettings,
): 'role' | 'setting' | null {
  const role = guardRole(viewer);
  if (route.roles !== 'public' && !route.roles.includes(role)) return 'role';
  if (role === 'content_manager' && route.contentManager && !contentManagerMay(route.contentManager, settings))
    return 'setting';
  return null;
}

const savedSegments: ReadonlySet<string> = new Set(['opt-in-email-verification', 'change-email-verification']);

/** ROLE-46: only the links of those two mails are kept over a login. */
function toLogin(path: string): GuardResult {
  const saved = savedSegments.has(segmentsOf(path).at(-2) ?? '');
  return saved ? { outcome: 'redirect', to: '/login', saveAs: path } : { outcome: 'redirect', to: '/login' };
}
