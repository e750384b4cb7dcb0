import type { SettingKey } from '@backlot/domain/settings';

/** Too many people notice these at once for a switch that is one key away; they are changed on their page. */
export const hasQuickSwitch = (key: SettingKey): boolean => !onPageOnly.has(key);
const onPageOnly: ReadonlySet<string> = new Set<SettingKey>([
  'is_universal_login_enabled',
  'maintenance_mode',
  'show_age_modal',
]);
