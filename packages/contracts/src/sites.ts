import { Type } from 'typebox';
import { defineCall, everyone, Id, Instant, only, Text } from './http/call.ts';

const SettingValues = Type.Record(Type.String({ maxLength: 100 }), Type.Unknown());

export const getSettings = defineCall({
  method: 'GET',
  path: '/api/app_settings/get',
  access: everyone,
  summary:
    "The settings that the caller may read, with defaults filled in, and the feed's tags. `group.field` is a field of an object.",
  data: SettingValues,
  errors: [],
  open: ['maintenance', 'age-gate'],
});

export const settingsVersion = defineCall({
  method: 'GET',
  path: '/api/app_settings/version',
  access: everyone,
  summary: 'The version of the settings; the header X-Settings-Version of every answer says the same.',
  data: Type.Object({ version: Type.Integer() }),
  errors: [],
  open: ['maintenance', 'age-gate'],
});

/** What the documents' landing page asks for: the look of the page and its social links. Both methods answer the same. */
const landing = {
  access: everyone,
  summary: 'The settings of the landing page.',
  data: SettingValues,
  errors: [],
  open: ['maintenance', 'age-gate'],
} as const;
const landingPaths = {
  path: '/api/get_all_theme_3_settings',
  alsoAt: ['/api/app_settings/get_all_theme_3_settings'],
} as const;

export const landingSettings = defineCall({ method: 'GET', ...landingPaths, ...landing });
export const landingSettingsPosted = defineCall({ method: 'POST', ...landingPaths, ...landing });

export const updateSettings = defineCall({
  method: 'PATCH',
  path: '/api/app_settings',
  access: only('model', 'admin', 'sub_admin'),
  summary:
    'Change settings, nested as they are read or with whole keys. All of them are valid and allowed for the caller, or none changes. `change_id` is the change in the history; absent where nothing changed.',
  body: Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), { maxProperties: 100 }),
  data: SettingValues,
  fields: Type.Object({
    change_id: Type.Optional(Id),
    without_effect: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Settings of this call that are kept and that nothing reads yet; absent where all of them count.',
      }),
    ),
  }),
  errors: [
    'setting-unknown',
    'setting-invalid',
    'access-denied',
    'area-blocking-unavailable',
    'price-not-billable',
    'free-start-not-billable',
    'card-page-not-allowed',
    'second-provider-same',
    'second-provider-unavailable',
    'second-provider-incomplete',
  ],
});

const ChangedSetting = Type.Object({
  key: Type.String(),
  before: Type.Optional(Type.Unknown()),
  after: Type.Optional(Type.Unknown()),
});

export const settingHistory = defineCall({
  method: 'GET',
  path: '/api/app_settings/history',
  access: only('model', 'admin', 'sub_admin'),
  summary:
    'Who changed which settings, newest first. Without `before` or `after` a setting had or got its default; of a secret neither is told.',
  query: Type.Object({
    keys: Type.Optional(Type.String({ maxLength: 4_000, description: 'Settings, with commas; absent: all.' })),
    before: Type.Optional(Id),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 20 })),
  }),
  data: Type.Object({
    changes: Type.Array(
      Type.Object({
        _id: Id,
        changed_at: Instant,
        changed_by: Type.String(),
        is_undo: Type.Boolean(),
        can_undo: Type.Boolean(),
        changed: Type.Array(ChangedSetting),
      }),
    ),
    next: Type.Union([Id, Type.Null()]),
  }),
  errors: [],
});

export const undoSettingChange = defineCall({
  method: 'POST',
  path: '/api/app_settings/history/undo',
  access: only('model', 'admin', 'sub_admin'),
  summary: 'Put back what a change replaced, all of it or nothing. The undo is a change of its own.',
  body: Type.Object({ change_id: Id }),
  data: SettingValues,
  errors: [
    'not-found',
    'setting-changed-since',
    'setting-invalid',
    'access-denied',
    'area-blocking-unavailable',
    'price-not-billable',
    'free-start-not-billable',
    'card-page-not-allowed',
    'second-provider-same',
    'second-provider-unavailable',
    'second-provider-incomplete',
  ],
});

export const publishLook = defineCall({
  method: 'POST',
  path: '/api/app_settings/upload-theme-image',
  alsoAt: ['/api/app_settings/upload_theme_background_image'],
  access: only('model', 'admin', 'sub_admin'),
  summary:
    "Show an uploaded picture or film to everybody, as a part of the site's look. Its path is the value of a setting.",
  body: Type.Object({ media_id: Id }),
  data: Type.Object({ url: Type.String() }),
  errors: ['not-found', 'media-processing', 'file-too-large'],
});

export const removeLook = defineCall({
  method: 'POST',
  path: '/api/app_settings/delete-theme-image',
  access: updateSettings.access,
  summary:
    "Take the picture or film out of a setting of the site's look, the image behind pages where no `key` names another. A change of settings as any other.",
  body: Type.Object({ key: Type.Optional(Type.String({ maxLength: 100 })) }),
  data: SettingValues,
  fields: updateSettings.fields,
  errors: updateSettings.errors,
});

export const pageHtml = defineCall({
  method: 'GET',
  path: '/api/pages/get_html',
  access: everyone,
  summary: 'A page of the site: maintenance, terms, privacy and the like.',
  query: Type.Object({ slug: Text(60, 1) }),
  data: Type.Object({ slug: Type.String(), title: Type.String(), html: Type.String() }),
  fields: Type.Object({ html: Type.String() }),
  errors: ['not-found'],
  open: ['maintenance', 'age-gate'],
});

export const likeTheWebsite = defineCall({
  method: 'POST',
  path: '/api/like-the-website',
  access: everyone,
  summary:
    "A visitor's message about the site, mailed to the creator. There is none while show_like_the_website_form is off.",
  body: Type.Object({
    name: Type.Optional(Text(80)),
    email: Type.String({ minLength: 3, maxLength: 254 }),
    message: Text(2000, 1),
  }),
  errors: ['not-found', 'card-email-invalid', 'too-many-requests'],
  throttle: { max: 5, seconds: 3_600 },
  open: ['age-gate'],
});

export const confirmAge = defineCall({
  method: 'POST',
  path: '/api/age-modal/confirm',
  access: everyone,
  summary: 'Record that a guest said to be of age; sets a cookie for this site.',
  errors: [],
  open: ['maintenance', 'area', 'age-gate'],
});
