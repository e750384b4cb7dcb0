export type { MenuLink, SettingReader, SettingWriter } from './settings/define.ts';
export {
  defaultSettings, findSetting, isSettingKey, mayWriteSetting, readerOf, settingDefinitions, settingsFor, settingsOfGroup,
  type SettingDefinition, type SettingKey, type Settings,
} from './settings/index.ts';
export { flattenSettings, nestSettings } from './settings/nest.ts';
export {
  adminPushPreferences, pushTagCodes, userPushPreferences, type AdminPushPreference, type UserPushPreference,
} from './settings/preferences.ts';
export { conflictingBounds, validateSetting, type SettingCheck } from './settings/validate.ts';
