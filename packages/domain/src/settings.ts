export type { MenuLink, SettingReader, SettingWriter } from './settings/define.ts';
export {
  defaultSettings,
  findSetting,
  flattenSettings,
  isSettingKey,
  mayWriteSetting,
  nestSettings,
  readerOf,
  settingDefinitions,
  settingsFor,
  settingsOfGroup,
  withoutPictures,
  type SettingDefinition,
  type SettingKey,
  type Settings,
} from './settings/index.ts';
export { followedBy, withOwn } from './settings/own.ts';
export { conflictingBounds, validateSetting, type SettingCheck } from './settings/validate.ts';
