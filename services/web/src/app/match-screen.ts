import { guard, matchRoute } from '@backlot/domain/routes';
import { isLandingOn } from '@backlot/domain/sites/landing';
import type { Viewer } from '@backlot/domain/people/roles';
import { routeSettings } from '../lib/route-settings.ts';
import { readSetting, type SettingValues } from '../lib/settings.ts';
import type { Frame, ScreenFile, ScreenRoute } from '../lib/feature.ts';
import type { PlacedRoute } from './routes.ts';

export type ScreenMatch =
  | {
      readonly kind: 'screen';
      readonly route: ScreenRoute;
      readonly screen: ScreenFile;
      readonly isLanding: boolean;
      readonly frame: Frame;
      readonly params: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'login'; readonly saveAs: string | null }
  | { readonly kind: 'denied' }
  | { readonly kind: 'absent' };

/** What a viewer sees at a path: the rules of `@backlot/domain/routes`, then the screens that exist. */
export function matchScreen(
  path: string,
  routes: readonly PlacedRoute[],
  viewer: Viewer,
  values: SettingValues,
): ScreenMatch {
  const decision = guard(path, viewer, routeSettings(values));
  if (decision.outcome === 'redirect') return { kind: 'login', saveAs: decision.saveAs ?? null };
  if (decision.outcome === 'deny') return { kind: 'denied' };
  const match = decision.outcome === 'allow' ? matchRoute(path) : null;
  const route = match ? routes.find((candidate) => candidate.path === match.route.path) : undefined;
  if (!match || !route || (route.needs && !readSetting(values, route.needs))) return { kind: 'absent' };
  const landing = viewer === null && isLandingOn((key) => readSetting(values, key)) ? route.landing : undefined;
  const { screen, frame = 'site' } = landing ?? route;
  return { kind: 'screen', route, screen, isLanding: landing !== undefined, frame, params: match.params };
}
