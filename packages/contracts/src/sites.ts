import { Type } from 'typebox';
import { defineCall, everyone, Id, only, Text } from './call.ts';

const SettingValues = Type.Record(Type.String({ maxLength: 100 }), Type.Unknown());

export const getSettings = defineCall({
  method: 'GET', path: '/api/app_settings/get', access: everyone,
  summary: 'The settings that the caller may read, with defaults filled in.',
  data: SettingValues,
  errors: [],
  exemptFrom: ['maintenance', 'age-gate'],
});

/** What the documents' landing page asks for: the look of the page and its social links. Both methods answer the same. */
const landing = {
  access: everyone, summary: 'The settings of the landing page.', data: SettingValues, errors: [], exemptFrom: ['maintenance', 'age-gate'],
} as const;
const landingPaths = { path: '/api/get_all_theme_3_settings', alsoAt: ['/api/app_settings/get_all_theme_3_settings'] } as const;

export const landingSettings = defineCall({ method: 'GET', ...landingPaths, ...landing });
export const landingSettingsPosted = defineCall({ method: 'POST', ...landingPaths, ...landing });

export const updateSettings = defineCall({
  method: 'PATCH', path: '/api/app_settings', access: only('model', 'admin', 'sub_admin'),
  summary: 'Change settings. All of them are valid and allowed for the caller, or none changes.',
  body: Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), { maxProperties: 100 }),
  data: SettingValues,
  errors: ['setting-unknown', 'setting-invalid', 'access-denied'],
});

export const publishLook = defineCall({
  method: 'POST', path: '/api/app_settings/upload-theme-image', alsoAt: ['/api/app_settings/upload_theme_background_image'],
  access: only('model', 'admin', 'sub_admin'),
  summary: 'Show an uploaded picture or film to everybody, as a part of the site\'s look. Its path is the value of a setting.',
  body: Type.Object({ media_id: Id }),
  data: Type.Object({ url: Type.String() }),
  errors: ['not-found', 'media-processing', 'file-too-large'],
});

export const pageHtml = defineCall({
  method: 'GET', path: '/api/pages/get_html', access: everyone,
  summary: 'A page of the site: maintenance, terms, privacy and the like.',
  query: Type.Object({ slug: Text(60, 1) }),
  data: Type.Object({ slug: Type.String(), title: Type.String(), html: Type.String() }),
  fields: Type.Object({ html: Type.String() }),
  errors: ['not-found'],
  exemptFrom: ['maintenance', 'age-gate'],
});

export const confirmAge = defineCall({
  method: 'POST', path: '/api/age-modal/confirm', access: everyone,
  summary: 'Record that a guest said to be of age; sets a cookie for this site.',
  errors: [],
  exemptFrom: ['maintenance', 'age-gate'],
});
