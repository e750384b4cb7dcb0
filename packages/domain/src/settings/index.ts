import * as content from './content.ts';
import type { Placement, SettingReader, ValueOf } from './define.ts';
import { writersOf } from './define.ts';
import * as landing from './landing.ts';
import * as money from './money.ts';
import * as ribbons from './ribbons.ts';
import * as site from './site.ts';
import * as staff from './staff.ts';
import type { StoredRole, Viewer } from '../people/roles.ts';
import { computedRole, guardRole, isAdmin } from '../people/roles.ts';

/** Every setting of a site. Types, validation, API, storage and the settings screens come from this table. */
export const settingDefinitions = [
  ...site.identity,
  ...site.declared,
  ...site.merchant,
  ...site.theme,
  ...site.navbar,
  ...site.footer,
  ...site.shell,
  ...site.analytics,
  ...site.areas,
  ...site.debug,
  ...landing.landing,
  ...landing.social,
  ...landing.hero,
  ...landing.signup,
  ...money.prices,
  ...money.amountBounds,
  ...money.tips,
  ...money.wallet,
  ...money.offers,
  ...money.resubscribeTerms,
  ...money.subscriptions,
  ...money.subscriptionMails,
  ...money.paymentChoice,
  ...money.risk,
  ...money.providers,
  ...money.paymentForm,
  ...ribbons.promotionRibbon,
  ...ribbons.resubscribeRibbon,
  ...ribbons.announcementBanner,
  ...ribbons.emailRibbon,
  ...content.feed,
  ...content.watermark,
  ...content.menus,
  ...content.linksPage,
  ...content.shop,
  ...content.chat,
  ...content.chatStaff,
  ...content.live,
  ...content.liveStaff,
  ...content.liveServer,
  ...staff.help,
  ...staff.contact,
  ...staff.notifications,
  ...staff.subscriptionMail,
  ...staff.purchaseNotifications,
  ...staff.reportingAccess,
  ...staff.exportAccess,
  ...staff.universal,
  ...staff.security,
  ...staff.secrets,
  ...staff.mail,
  ...staff.storage,
  ...staff.platform,
] as const;

type Definition = (typeof settingDefinitions)[number];
export type SettingDefinition = Definition & Placement;
export type SettingKey = Definition['key'];
export type Settings = { readonly [D in Definition as D['key']]: ValueOf<D> };

const byKey: ReadonlyMap<string, Definition> = new Map(
  settingDefinitions.map((definition) => [definition.key, definition]),
);

export const findSetting = (key: string): Definition | null => byKey.get(key) ?? null;
export const isSettingKey = (key: string): key is SettingKey => byKey.has(key);

/** What differs on a site for adults. */
const adultDefaults = { is_adult_site: true, show_age_modal: true } as const satisfies Partial<Settings>;

/** Every key with its default. */
export function defaultSettings(kind: 'general' | 'adult'): Settings {
  const values = Object.fromEntries(settingDefinitions.map((definition) => [definition.key, definition.default]));
  return { ...values, ...(kind === 'adult' ? adultDefaults : {}) } as Settings;
}

const levels: readonly SettingReader[] = ['public', 'user', 'staff', 'admin'];

/** How far a viewer may read. A proxy session reads what the fan reads. Secrets are sent to nobody. */
export function readerOf(viewer: Viewer): Exclude<SettingReader, 'secret'> {
  if (viewer === null) return 'public';
  if (!isAdmin(viewer)) return 'user';
  return guardRole(viewer) === 'admin' ? 'admin' : 'staff';
}

/** The part of a site's settings that a reader may have. */
export function settingsFor(reader: Exclude<SettingReader, 'secret'>, settings: Settings): Partial<Settings> {
  const reach = levels.slice(0, levels.indexOf(reader) + 1);
  const open = settingDefinitions.filter((definition) => reach.includes(definition.read));
  return Object.fromEntries(open.map((definition) => [definition.key, settings[definition.key]])) as Partial<Settings>;
}

/** Every picture and film taken out: for visitors who get none of the site's media. */
export const withoutPictures = (settings: Settings): Settings => ({
  ...settings,
  manifest_icons: [],
  hero_banner_images: [],
  ...Object.fromEntries(settingDefinitions.filter(({ type }) => type === 'media').map(({ key }) => [key, ''])),
});

/** The part that belongs to one group, such as the landing page's. */
export const settingsOfGroup = (group: string, settings: Partial<Settings>): Partial<Settings> =>
  Object.fromEntries(
    settingDefinitions
      .filter((definition) => definition.group === group && definition.key in settings)
      .map(({ key }) => [key, settings[key]]),
  );

/** DECISIONS 39: who may change a setting. Unknown keys may be changed by nobody. */
export function mayWriteSetting(key: string, role: StoredRole): boolean {
  const definition = byKey.get(key);
  return definition !== undefined && writersOf[definition.write].includes(computedRole(role));
}

/** `wallet_settings.add_fund_minimum_amount` is one key inside and an object with a field in the documents' form. */
export function nestSettings(flat: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const nested: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(flat)) {
    const [head, tail] = splitKey(key);
    nested[head] = tail === null ? value : { ...(nested[head] as object | undefined), [tail]: value };
  }
  return nested;
}

/** Back to flat keys; what is no setting's own value is an object of fields. */
export function flattenSettings(nested: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const flat: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(nested)) {
    const isGroup = !isSettingKey(key) && typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!isGroup) flat[key] = value;
    else for (const [field, inner] of Object.entries(value)) flat[`${key}.${field}`] = inner;
  }
  return flat;
}

function splitKey(key: string): [string, string | null] {
  const dot = key.indexOf('.');
  return dot < 0 ? [key, null] : [key.slice(0, dot), key.slice(dot + 1)];
}
