import type { FanFeature, Feature, Landing, ScreenRoute } from '../lib/feature.ts';

/** A screen at its address, with what guests see there while the landing page is on. */
export interface PlacedRoute extends ScreenRoute {
  readonly landing?: Landing;
}

/** All screens of an area, as its features say them. */
export function routesOf(features: readonly (Feature & Pick<FanFeature, 'landing'>)[]): readonly PlacedRoute[] {
  const landings = features.flatMap(({ landing }) => landing ?? []);
  return features
    .flatMap(({ screens = [] }) => screens)
    .map((route) => {
      const landing = landings.find(({ path }) => path === route.path);
      return landing ? { ...route, landing } : route;
    });
}
