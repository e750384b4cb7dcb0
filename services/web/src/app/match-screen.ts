import { guard, matchRoute, type RouteSettings } from '@backlot/domain/routes';
import type { Viewer } from '@backlot/domain/roles';
import { readSetting, type SettingValues } from '../lib/settings.ts';
import type { Frame, ScreenRoute } from './routes.ts';

export type ScreenMatch =
  | { readonly kind: 'screen'; readonly route: ScreenRoute; readonly screen: string; readonly frame: Frame; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'login'; readonly saveAs: string | null }
  | { readonly kind: 'denied' }
  | { readonly kind: 'absent' };

/** What a viewer sees at a path: the rules of `@backlot/domain/routes`, then the screens that exist. */
export function matchScreen(path: string, routes: readonly ScreenRoute[], viewer: Viewer, values: SettingValues): ScreenMatch {
  const decision = guard(path, viewer, routeSettings(values));
  if (decision.outcome === 'redirect') return { kind: 'login', saveAs: decision.saveAs ?? null };
  if (decision.outcome === 'deny') return { kind: 'denied' };
  const match = decision.outcome === 'allow' ? matchRoute(path) : null;
  const route = match ? routes.find((candidate) => candidate.path === match.route.path) : undefined;
  if (!match || !route) return { kind: 'absent' };
  const { screen, frame = 'site' } = viewer === null && route.landing && isLandingOn(values) ? route.landing : route;
  return { kind: 'screen', route, screen, frame, params: match.params };
}

/** Guests see the landing page at `/` as long as a part of it is on; else the feed. */
export function isLandingOn(values: SettingValues): boolean {
  const banner = readSetting(values, 'landing_theme') === 'theme-1' ? 'enable_theme_1_banner_section' : 'enable_banner_section';
  return ([banner, 'enable_section_1', 'enable_section_2', 'enable_section_3', 'enable_grid_section'] as const)
    .some((key) => readSetting(values, key) === true);
}

export function routeSettings(values: SettingValues): RouteSettings {
  const on = (key: Parameters<typeof readSetting>[1]): boolean => readSetting(values, key) === true;
  return {
    show_reporting_page_to_content_manager: on('show_reporting_page_to_content_manager'),
    hide_earnings: on('hide_earnings'),
    enable_csv_download_for_content_managers: on('enable_csv_download_for_content_managers'),
    enable_live_stream_report_for_content_manager: on('enable_live_stream_report_for_content_manager'),
    enable_internal_shop: on('enable_internal_shop'),
    show_like_the_website_form: on('show_like_the_website_form'),
  };
}
