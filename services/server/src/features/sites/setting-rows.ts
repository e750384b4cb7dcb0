import type { TableOf, TenantDb } from '@backlot/database';

export interface SettingRow { key: string; value: unknown; updated_at: Date; updated_by: string | null }
export interface PageRow { slug: string; title: string; html: string; updated_at: Date }

declare module 'knex/types/tables.js' {
  interface Tables {
    settings: TableOf<SettingRow>;
    pages: TableOf<PageRow>;
  }
}

/** `by` is null for what `tenants/` declares. */
export async function saveSettings(db: TenantDb, values: Readonly<Record<string, unknown>>, by: string | null, now: Date): Promise<void> {
  const rows = Object.entries(values).map(([key, value]) => ({ key, value: JSON.stringify(value), updated_at: now, updated_by: by }));
  if (rows.length > 0) await db('settings').insert(rows as never).onConflict('key').merge();
}

export const findPage = async (db: TenantDb, slug: string): Promise<PageRow | null> =>
  await db('pages').where({ slug }).first() ?? null;
