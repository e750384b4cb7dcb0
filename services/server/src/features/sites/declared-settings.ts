import type { TenantDb } from '@backlot/database';
import { saveSettings } from '../../sites/settings.ts';

/**
 * Stores the declared values that differ from what is stored. What a person of the site has set since stays theirs.
 * @returns what changed
 */
export async function saveDeclaredSettings(
  db: TenantDb,
  values: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<Readonly<Record<string, unknown>>> {
  const rows = await db('settings').select('key', 'value', 'updated_by');
  const stored = new Map(rows.map((row) => [row.key, row]));
  const changed = Object.fromEntries(
    Object.entries(values).filter(([key, value]) => {
      const row = stored.get(key);
      return row === undefined || (row.updated_by === null && JSON.stringify(row.value) !== JSON.stringify(value));
    }),
  );
  await saveSettings(db, changed, null, now);
  return changed;
}
