import type { Database, TableOf, TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import { isUndefinedTable } from '@backlot/database/is-undefined-table';
import { defaultSettings, findSetting, isSettingKey, withOwn, type Settings } from '@backlot/domain/settings';
import type { SettingsReader } from '../context.ts';
import { cleanHtml } from '../features/sites/clean-html.ts';
import { BoundedMemory } from '../memory/bounded-memory.ts';
import { openRememberedRows } from '../memory/remembered-rows.ts';
import { textOf } from '../texts/texts.ts';
import { atMost } from '../tries/at-most.ts';
import type { Tenant } from './tenant.ts';

interface Held {
  tenant: Tenant;
  settings: Settings;
  version: number;
}

/**
 * Settings in memory, read once for a crowd. Dropped when the database tells of a change; while nobody could tell,
 * believed for a second.
 */
export async function openSettingsCache(
  database: Database,
  onError: (error: unknown) => void,
): Promise<SettingsReader & { close(): Promise<void> }> {
  const held = openRememberedRows<Tenant['id'], Held>('settings', { line: database.news, max: 5_000 });
  const listeners: Array<(tenantId: Tenant['id']) => void> = [];
  /**
   * What open pages have at least: what was read first, and then whatever they were told of. Room for more sites than a
   * database is meant for: pages of one that was put out miss a change that nobody could tell, and hear of the next.
   */
  const told = new BoundedMemory<Tenant['id'], { tenant: Tenant; version: number }>('settings-told', atMost(10_000));
  const of = (tenant: Tenant): Promise<Held> =>
    held.get(tenant.id, async () => {
      const read = await database.tenants.read(tenant, (db) => readSettings(db, tenant));
      if (!told.has(tenant.id)) told.set(tenant.id, { tenant, version: read.version });
      return read;
    });
  const tell = (tenantId: Tenant['id']): void => {
    for (const listener of listeners) listener(tenantId);
  };
  /** What changed while nobody told, also where the new settings were read meanwhile and are no news here. */
  const catchUp = async (): Promise<void> => {
    for (const [id, { tenant, version }] of [...told]) {
      held.drop(id);
      const now = await of(tenant).catch((error: unknown) => {
        onError(error);
        return null;
      });
      if (now?.version === version) continue;
      // A site that is gone has no pages; of one that could not be read, they ask for themselves.
      if (now === null) told.delete(id);
      else told.set(id, { tenant, version: now.version });
      tell(id);
    }
  };
  const stop = await database.listen(
    'settings_changed',
    (id) => {
      held.drop(id as Tenant['id']);
      // Whoever is told reads it, and that is noted again.
      told.delete(id as Tenant['id']);
      tell(id as Tenant['id']);
    },
    { onReconnect: () => void catchUp().catch(onError) },
  );
  return {
    of: async (tenant) => (await of(tenant)).settings,
    versionOf: async (tenant) => (await of(tenant)).version,
    onChange: (listener) => void listeners.push(listener),
    close: stop,
  };
}

async function readSettings(db: TenantDb, tenant: Tenant): Promise<Held> {
  // Before the rows: settings that are newer than their version are read again, never believed to be old.
  const version = await findSettingsVersion(db);
  const rows = await db('settings').select('key', 'value', 'updated_at');
  const own = Object.fromEntries(
    rows.filter((row) => isSettingKey(row.key)).map(({ key, value }) => [key, asRead(key, value)]),
  );
  return {
    tenant,
    settings: settingsOf(tenant, own),
    version: rows.reduce((latest, row) => Math.max(latest, row.updated_at.getTime()), version),
  };
}

/** HTML is cleaned when it is saved and when it is read: a declared one was never saved by a person. */
export const asRead = (key: string, value: unknown): unknown =>
  findSetting(key)?.type === 'html' ? cleanHtml(String(value)) : value;

interface SettingRow {
  key: string;
  value: unknown;
  updated_at: Date;
  updated_by: string | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    settings: TableOf<SettingRow>;
    settings_version: TableOf<{ only_one: boolean; version: number }>;
    setting_changes: TableOf<SettingChangeRow>;
  }
}

/** `by` is null for what `tenants/` declares. */
export async function saveSettings(
  db: TenantDb,
  values: Readonly<Record<string, unknown>>,
  by: string | null,
  now: Date,
): Promise<void> {
  const rows = Object.entries(values).map(([key, value]) => ({
    key,
    value: JSON.stringify(value),
    updated_at: now,
    updated_by: by,
  }));
  if (rows.length > 0) await db('settings').insert(rows).onConflict('key').merge();
}

/** The site's own values go, and the defaults hold again. */
export async function forgetSettings(db: TenantDb, keys: readonly string[]): Promise<void> {
  if (keys.length > 0)
    await db('settings')
      .whereIn('key', [...keys])
      .delete();
}

/** What the site has set, of these keys or at all, for those who are in a transaction anyway; others ask `ctx.settings`. */
export const findSettings = async (
  db: TenantDb,
  keys?: readonly string[],
): Promise<Partial<Record<string, unknown>>> => {
  const rows = keys ? db('settings').whereIn('key', [...keys]) : db('settings');
  return Object.fromEntries((await rows.select('key', 'value')).map(({ key, value }) => [key, value]));
};

/** Some of what the site has set, as one value of another feature's statement. */
export const settingsAmong = (keys: readonly string[]): Sql<Partial<Record<string, unknown>>> =>
  sql`(select coalesce(jsonb_object_agg(s.key, s.value), '{}') from ${table('settings')} s where s.key = any (${keys}))`;

/**
 * What holds on a site that has set some settings itself: until it says otherwise, it speaks the language that it was declared
 * with, and new promotions begin with words of its language.
 */
export function settingsOf(
  { kind, locale }: Pick<Tenant, 'kind' | 'locale'>,
  own: Partial<Record<string, unknown>>,
): Settings {
  const language = own['default_language'] ?? locale;
  const defaults = {
    ...defaultSettings(kind === 'adult' ? 'adult' : 'general'),
    default_language: locale,
    promotion_default_ribbon_text: textOf(String(language), 'default-ribbon-text'),
  } as Settings;
  return withOwn(defaults, own);
}

/** Grows with every change; 0 for a site whose schema is of the version before and keeps none. */
async function findSettingsVersion(db: TenantDb): Promise<number> {
  const row = await db('settings_version')
    .first('version')
    .catch((error: unknown) => {
      if (isUndefinedTable(error)) return null;
      throw error;
    });
  return row?.version ?? 0;
}

/** Whether a person of the site, not its declaration, has set one of these. */
export const isAnySet = async (db: TenantDb, keys: readonly string[]): Promise<boolean> =>
  (await db('settings')
    .whereIn('key', [...keys])
    .whereNotNull('updated_by')
    .first('key')) !== undefined;

/** One key of a change. Without `before` or `after` the setting had or got its default; a secret has neither. */
export interface ChangedValue {
  readonly key: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

export interface SettingChangeRow {
  id: string;
  changed_at: Date;
  changed_by: string | null;
  changed_by_name: string;
  keys: readonly string[];
  changed: readonly ChangedValue[];
  undoes: string | null;
}

/** Keeps others from changing settings until the transaction ends, so that what was before is true. */
export const holdSettings = (db: TenantDb): Promise<number> =>
  sql`lock table ${table('settings')} in share row exclusive mode`.run(db);

export async function insertSettingChange(db: TenantDb, row: Omit<SettingChangeRow, 'keys'>): Promise<void> {
  const keys = row.changed.map(({ key }) => key);
  await sql`
    insert into ${table('setting_changes')} (id, changed_at, changed_by, changed_by_name, keys, changed, undoes)
    values (${row.id}, ${row.changed_at}, ${row.changed_by}, ${row.changed_by_name}, ${keys}::text[], ${sql.json(row.changed)}, ${row.undoes})`.run(
    db,
  );
}

/** Newest first; of some keys only, and those before one that is known. */
export const listSettingChanges = (
  db: TenantDb,
  { keys, before, limit }: { keys: readonly string[]; before: string | null; limit: number },
): Promise<SettingChangeRow[]> =>
  sql<SettingChangeRow>`
    select * from ${table('setting_changes')}
    where keys && ${keys}::text[] ${before === null ? sql.empty : sql`and id < ${before}`}
    order by id desc limit ${limit}`.all(db);

/**
 * When staff last changed a setting from `off`, which is its default, to anything else; null where they never did, or `tenants/`
 * declares it.
 */
export const switchedOnAt = async (db: TenantDb, key: string, off: string): Promise<Date | null> =>
  (
    await sql<{ at: Date }>`
      select s.changed_at as at from ${table('setting_changes')} s cross join lateral jsonb_array_elements(s.changed) c
      where s.keys @> ${[key]}::text[] and c ->> 'key' = ${key}
        and coalesce(c ->> 'before', ${off}) = ${off} and coalesce(c ->> 'after', ${off}) <> ${off}
      order by s.id desc limit 1`.first(db)
  )?.at ?? null;

export const findSettingChange = (db: TenantDb, id: string): Promise<SettingChangeRow | null> =>
  sql<SettingChangeRow>`select * from ${table('setting_changes')} where id = ${id}`.first(db);
