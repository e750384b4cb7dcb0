import type { Database } from '@backlot/database';
import { defaultSettings, isSettingKey, type Settings } from '@backlot/domain/settings';
import { LRUCache } from 'lru-cache';
import type { SettingsReader } from './context.ts';
import type { Tenant } from './tenant.ts';
import type {} from './features/sites/setting-rows.ts';

interface Held { settings: Settings; version: number }

/**
 * Settings in memory, a promise a tenant so that a crowd reads once. Dropped
 * when the database tells of a change, and when the line to it was cut.
 */
export async function openSettingsCache(database: Database): Promise<SettingsReader & { close(): Promise<void> }> {
  const held = new LRUCache<string, Promise<Held>>({ max: 5_000 });
  const read = async (tenant: Tenant): Promise<Held> => database.tenants.read(tenant, async (db) => {
    const rows = await db('settings').select('key', 'value', 'updated_at');
    const own = Object.fromEntries(rows.filter((row) => isSettingKey(row.key)).map((row) => [row.key, row.value]));
    const kind = tenant.kind === 'adult' ? 'adult' : 'general';
    return {
      // Until the site says otherwise, it speaks the language that it was declared with.
      settings: { ...defaultSettings(kind), default_language: tenant.locale, ...own } as Settings,
      version: rows.reduce((latest, row) => Math.max(latest, row.updated_at.getTime()), 0),
    };
  });
  const of = (tenant: Tenant): Promise<Held> => {
    const known = held.get(tenant.id);
    if (known) return known;
    const reading = read(tenant);
    held.set(tenant.id, reading);
    reading.catch(() => held.delete(tenant.id));
    return reading;
  };
  const stop = await database.listen('settings_changed', (id) => { held.delete(id); }, { onReconnect: () => held.clear() });
  return {
    of: async (tenant) => (await of(tenant)).settings,
    versionOf: async (tenant) => (await of(tenant)).version,
    close: stop,
  };
}
