import { validateSetting } from '@backlot/domain/settings';
import type { AppContext } from '../context.ts';
import { saveSettings } from '../features/sites/index.ts';
import { renewWatermarksLater, watermarkSettings } from '../features/uploads/index.ts';
import type { Tenant } from '../tenant.ts';
import { withFilesKept } from './declared-files.ts';

/**
 * Declared settings, where they differ from what is stored. What a person of
 * the site has changed since stays theirs.
 * @throws a sentence that names a key that does not exist or a value that does not fit
 */
export async function applySettings(ctx: AppContext, tenant: Tenant, folder: string, declared: Readonly<Record<string, unknown>>): Promise<number> {
  const values: Record<string, unknown> = {};
  for (const [key, given] of Object.entries(declared)) {
    const checked = validateSetting(key, await withFilesKept(ctx, tenant, folder, given));
    if (!checked.ok) throw new Error(`tenants/${tenant.slug}: the setting ${key} is refused (${checked.code}).`);
    values[key] = checked.value;
  }
  return ctx.database.tenants.write(tenant, async (db) => {
    const rows = await db('settings').select('key', 'value', 'updated_by');
    const stored = new Map(rows.map((row) => [row.key, row]));
    const changed = Object.entries(values).filter(([key, value]) => {
      const row = stored.get(key);
      return row === undefined || (row.updated_by === null && JSON.stringify(row.value) !== JSON.stringify(value));
    });
    await saveSettings(db, Object.fromEntries(changed), null, ctx.clock.now());
    if (changed.some(([key]) => watermarkSettings.has(key))) await renewWatermarksLater(db);
    return changed.length;
  });
}
