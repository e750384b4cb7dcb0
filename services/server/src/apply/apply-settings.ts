import { validateSetting } from '@backlot/domain/settings';
import type { AppContext } from '../context.ts';
import { closeToIdentities } from '../features/accounts/index.ts';
import { saveDeclaredSettings } from '../features/sites/index.ts';
import { renewWatermarksLater, watermarkSettings } from '../features/media/index.ts';
import { OperatorError } from '../process/operator-error.ts';
import type { Tenant } from '../sites/tenant.ts';
import { withFilesKept } from './declared-files.ts';

/**
 * Declared settings, where they differ from what is stored. What a person of
 * the site has changed since stays theirs.
 * @throws a sentence that names a key that does not exist or a value that does not fit
 */
export async function applySettings(
  ctx: AppContext,
  tenant: Tenant,
  folder: string,
  declared: Readonly<Record<string, unknown>>,
): Promise<number> {
  const values: Record<string, unknown> = {};
  for (const [key, given] of Object.entries(declared)) {
    const checked = validateSetting(key, await withFilesKept(ctx, tenant, folder, given));
    if (!checked.ok)
      throw new OperatorError(`tenants/${tenant.slug}: the setting ${key} is refused (${checked.code}).`);
    values[key] = checked.value;
  }
  return ctx.database.tenants.writeWithShared(tenant, async (db, asShared) => {
    const changed = await saveDeclaredSettings(db, values, ctx.clock.now());
    if (changed['is_universal_login_enabled'] === false) await closeToIdentities(db, asShared, tenant);
    if (Object.keys(changed).some((key) => watermarkSettings.has(key))) await renewWatermarksLater(db);
    return Object.keys(changed).length;
  });
}
