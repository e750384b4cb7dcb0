import { DomainError, type FieldError } from '@backlot/contracts';
import {
  conflictingBounds,
  findSetting,
  flattenSettings,
  followedBy,
  mayWriteSetting,
  readerOf,
  type SettingKey,
  type Settings,
  settingsFor,
  validateSetting,
} from '@backlot/domain/settings';
import { hasNoEffectYet } from '@backlot/domain/settings/uses';
import { isAreaBlockingOn } from '@backlot/domain/sites/areas';
import { isDeepStrictEqual } from 'node:util';
import { v7 } from 'uuid';
import { type Actor, asPerson } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import {
  type ChangedValue,
  findSettings,
  forgetSettings,
  holdSettings,
  insertSettingChange,
  saveSettings,
  settingsOf,
  asRead,
} from '../../sites/settings.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { closeToIdentities } from '../accounts/index.ts';
import { requireAllowedCardField, requireUsableSecond } from '../checkout/index.ts';
import { renewWatermarksLater, watermarkSettings } from '../media/index.ts';
import { requireBillableSettings } from './billable-settings.ts';
import { cleanHtml } from './clean-html.ts';

export interface SavedSettings {
  readonly settings: Partial<Settings>;
  /** Those that were sent. */
  readonly keys: readonly string[];
  /** The change in the history; null where nothing changed. */
  readonly changeId: string | null;
}

const noSetting = { ok: false, code: 'setting-unknown' } as const;

/**
 * Changes settings, all of them or none. Fields of an object come as in the documents (`wallet_settings: { … }`) or as one key.
 * @param keyOf the setting that a name means, where only some settings are taken or they have shorter names
 * @returns what the caller may read of all settings then
 * @throws `area-blocking-unavailable` where visitors' places cannot be told; `setting-unknown`, `setting-invalid` with a row a bad key; `access-denied` when the role may not write one of them
 */
export async function updateSettings(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  input: Readonly<Record<string, unknown>>,
  now: Date,
  keyOf: (name: string) => string | null = (name) => name,
): Promise<SavedSettings> {
  const values: Record<string, unknown> = {};
  const problems: FieldError[] = [];
  for (const [name, given] of Object.entries(flattenSettings(input))) {
    const key = keyOf(name);
    const checked = key === null ? noSetting : validateSetting(key, asOwnPath(tenant, key, given));
    if (key !== null && checked.ok) values[key] = stored(ctx, key, checked.value);
    else if (!checked.ok) problems.push({ field: name, code: checked.code });
  }
  if (problems.length > 0)
    throw new DomainError(
      problems[0]?.code === 'setting-unknown' ? 'setting-unknown' : 'setting-invalid',
      { key: problems[0]?.field ?? '' },
      { fields: problems },
    );
  if (Object.keys(values).some((key) => !mayWriteSetting(key, actor.role))) throw new DomainError('access-denied');
  const { settings, changeId } = await changeSettings(ctx, tenant, actor, { values }, now);
  return { settings: settingsFor(readerOf(asPerson(actor, '0')), settings), keys: Object.keys(values), changeId };
}

/** What a call that saved settings answers beside them. */
export function answerOf({ keys, changeId }: SavedSettings) {
  const change = changeId === null ? {} : { change_id: changeId };
  const idle = keys.filter(hasNoEffectYet);
  // The documents' clients may send every setting there is; who changes one that nothing reads is told so.
  return idle.length === 0
    ? { message: 'update-settings-success', ...change }
    : {
        message: 'update-settings-no-effect',
        messageParams: { keys: idle.join(', ') },
        ...change,
        without_effect: idle,
      };
}

/** Other clients send a picture back with the address that they were given: on a host of this site it is its path. */
function asOwnPath({ hosts }: Tenant, key: string, given: unknown): unknown {
  if (noPictureIn(key) === null) return given;
  const path = (address: unknown): unknown => {
    const url = typeof address === 'string' && /^https?:\/\//i.test(address) ? URL.parse(address) : null;
    return url && hosts.some((host) => url.hostname === host || url.hostname === `api.${host}`)
      ? `${url.pathname}${url.search}`
      : address;
  };
  return Array.isArray(given) ? given.map(path) : path(given);
}

/** What a setting of pictures holds without any; null for every other setting. */
export function noPictureIn(key: string): '' | readonly [] | null {
  const definition = findSetting(key);
  if (definition?.type === 'media') return '';
  return definition?.type === 'strings' && definition.isPictures ? [] : null;
}

function stored(ctx: AppContext, key: string, value: unknown): unknown {
  const definition = findSetting(key);
  if (definition?.read === 'secret') return { sealed: ctx.secrets.seal(String(value)) };
  return definition?.type === 'html' ? cleanHtml(String(value)) : value;
}

export interface WantedSettings {
  /** As they are stored; `undefined` takes the site's own value away, and the default holds again. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The change that this one undoes. */
  readonly undoes?: string;
  /** Asked when nobody else can change a setting any more, with what the site had set. @throws what keeps it from happening */
  readonly check?: (own: Readonly<Record<string, unknown>>) => void;
}

/**
 * Writes checked values, what follows from them, and who changed what, in one transaction.
 * What has to be true of settings together is asked inside it: what this process remembers may be older than another's change.
 * @returns what the settings are then, and the change in the history; null where nothing changed
 * @throws what `checkTogether`, `requireBillableSettings`, `requireAllowedCardField` and `requireUsableSecond` refuse
 */
export async function changeSettings(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  { values: asked, undoes, check }: WantedSettings,
  now: Date,
): Promise<{ settings: Settings; changeId: string | null }> {
  return ctx.database.tenants.writeWithShared(tenant, async (db, asShared) => {
    await holdSettings(db);
    const own = await findSettings(db);
    check?.(own);
    const valueIn = (settings: Settings, key: string): unknown => settings[key as SettingKey];
    const before = settingsOf(tenant, own);
    // Whoever sends back all that they read has not set what follows another one.
    const isEcho = ([key, value]: readonly [string, unknown]): boolean =>
      followedBy(key, own) !== null && isDeepStrictEqual(value, valueIn(before, key));
    const values = Object.fromEntries(Object.entries(asked).filter((entry) => !isEcho(entry)));
    const keys = Object.keys(values);
    const ownThen = { ...own, ...values };
    const after = settingsOf(tenant, ownThen);
    const wanted = Object.fromEntries(keys.map((key) => [key, valueIn(after, key)]));
    checkTogether(ctx, after, wanted);
    const changedKeys = keys.filter((key) => !isDeepStrictEqual(wanted[key], valueIn(before, key)));
    requireBillableSettings(ctx, tenant, { before, after, own: ownThen, changedKeys });
    if (changedKeys.includes('sticky_io_card_field_url')) requireAllowedCardField(ctx, after);
    if (changedKeys.includes('second_card_provider')) requireUsableSecond(ctx, after, before);
    const changed = changedKeys.map((key) => changedValue(key, own[key], values[key]));
    const changeId = changed.length > 0 ? v7() : null;
    if (changeId !== null)
      await insertSettingChange(db, {
        id: changeId,
        changed_at: now,
        changed_by: actor.trueAuthor,
        changed_by_name: actor.name,
        changed,
        undoes: undoes ?? null,
      });
    await saveSettings(
      db,
      Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
      actor.trueAuthor,
      now,
    );
    await forgetSettings(
      db,
      keys.filter((key) => values[key] === undefined),
    );
    if (values['is_universal_login_enabled'] === false) await closeToIdentities(db, asShared, tenant);
    if (keys.some((key) => watermarkSettings.has(key))) await renewWatermarksLater(db);
    const settings = Object.fromEntries(
      Object.entries(after).map(([key, value]) => [key, asRead(key, value)]),
    ) as Settings;
    return { settings, changeId };
  });
}

/** What was sealed stays in one place only. */
const changedValue = (key: string, before: unknown, after: unknown): ChangedValue =>
  findSetting(key)?.read === 'secret'
    ? { key }
    : { key, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };

/**
 * What has to be true of the settings together, when these of them change.
 * @throws `area-blocking-unavailable`, `setting-invalid`
 */
function checkTogether(ctx: AppContext, after: Settings, values: Readonly<Record<string, unknown>>): void {
  // Without places nothing would be blocked, and the creator would believe otherwise.
  if (!ctx.geoip.isAvailable && isAreaBlockingOn({ ...noAreas, ...values }))
    throw new DomainError('area-blocking-unavailable');
  const conflict = conflictingBounds(after);
  if (conflict)
    throw new DomainError(
      'setting-invalid',
      { key: conflict.min },
      { fields: [{ field: conflict.min, code: 'above-maximum' }] },
    );
}

const noAreas = { blocked_countries: [], blocked_regions: [], block_unknown_area: false };
