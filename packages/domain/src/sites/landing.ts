import type { SettingKey, Settings } from '../settings/index.ts';

const sections = [
  'enable_section_1',
  'enable_section_2',
  'enable_section_3',
  'enable_grid_section',
] as const satisfies readonly SettingKey[];

/** Guests see the landing page at `/` as long as a part of it is on; else the feed. `read`: a setting by its key. */
export function isLandingOn(read: <K extends SettingKey>(key: K) => Settings[K] | undefined): boolean {
  const banner = read('landing_theme') === 'theme-1' ? 'enable_theme_1_banner_section' : 'enable_banner_section';
  return [banner, ...sections].some((key) => read(key as SettingKey) === true);
}
