/** Where a visitor is, as far as an address tells. `region` is an ISO 3166-2 code such as US-UT. */
export interface GeoLocation {
  readonly country: string;
  readonly region: string | null;
}

export interface AreaSettings {
  readonly blocked_countries: readonly string[];
  readonly blocked_regions: readonly string[];
  readonly block_unknown_area: boolean;
}

/** Whether anybody is kept out by location; answers then differ from visitor to visitor, and no cache may share them. */
export const isAreaBlockingOn = (settings: AreaSettings): boolean =>
  settings.block_unknown_area || settings.blocked_countries.length > 0 || settings.blocked_regions.length > 0;

const holds = (codes: readonly string[], code: string): boolean =>
  codes.some((one) => one.trim().toUpperCase() === code);

/** GEN-13, DECISIONS 39e. An unknown location (null), or an unknown region of a country with blocked regions, follows `block_unknown_area`. */
export function isAreaBlocked(location: GeoLocation | null, settings: AreaSettings): boolean {
  if (location === null) return settings.block_unknown_area;
  const country = location.country.toUpperCase();
  if (holds(settings.blocked_countries, country)) return true;
  if (location.region !== null) return holds(settings.blocked_regions, location.region.toUpperCase());
  return (
    settings.block_unknown_area &&
    settings.blocked_regions.some((one) => one.trim().toUpperCase().startsWith(`${country}-`))
  );
}
