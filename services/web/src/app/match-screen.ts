import { guard, matchRoute } from '@backlot/domain/routes';
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
  const landing = viewer === null && isLandingOn(values) ? route.landing : undefined;
  const { screen, frame = 'site' } = landing ?? route;
  return { kind: 'screen', route, screen, isLanding: landing !== undefined, frame, params: match.params };
}

/** Guests see the landing page at `/` as long as a part of it is on; else the feed. */
export function isLandingOn(values: SettingValues): boolean {
  const banner =
    readSetting(values, 'landing_theme') === 'theme-1' ? 'enable_theme_1_banner_section' : 'enable_banner_section';
  return ([banner, 'enable_section_1', 'enable_section_2', 'enable_section_3', 'enable_grid_section'] as const).some(
    (key) => readSetting(values, key) === true,
  );
}
