import type { SettingKey, Settings } from '@backlot/domain/settings';

export type SettingValues = Readonly<Record<string, unknown>>;

/**
 * A setting as this viewer may read it. The page carries flat keys, the interface's answer nests
 * `group.field`: both are understood. Undefined when the viewer may not read it.
 */
export function readSetting<K extends SettingKey>(values: SettingValues, key: K): Settings[K] | undefined {
  if (key in values) return values[key] as Settings[K];
  const dot = key.indexOf('.');
  if (dot < 0) return undefined;
  const group = values[key.slice(0, dot)];
  return group && typeof group === 'object'
    ? ((group as Record<string, unknown>)[key.slice(dot + 1)] as Settings[K])
    : undefined;
}
