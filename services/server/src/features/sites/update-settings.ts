import { DomainError, type FieldError } from '@backlot/contracts';
import { findSetting, mayWriteSetting, validateSetting, conflictingBounds, settingsFor, readerOf } from '@backlot/domain/settings';
import type { Actor } from '../../actor.ts';
import { asPerson } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../tenant.ts';
import { renewWatermarksLater, watermarkSettings } from '../uploads/index.ts';
import { cleanHtml } from './clean-html.ts';
import { saveSettings } from './setting-rows.ts';

/**
 * Changes settings, all of them or none.
 * @throws `setting-unknown`, `setting-invalid` with a row a bad key; `access-denied` when the role may not write one of them
 */
export async function updateSettings(ctx: AppContext, tenant: Tenant, actor: Actor, input: Readonly<Record<string, unknown>>, now: Date): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  const problems: FieldError[] = [];
  for (const [key, given] of Object.entries(input)) {
    const checked = validateSetting(key, given);
    if (checked.ok) values[key] = stored(ctx, key, checked.value);
    else problems.push({ field: key, code: checked.code });
  }
  if (problems.length > 0) throw new DomainError(problems[0]?.code === 'setting-unknown' ? 'setting-unknown' : 'setting-invalid', { key: problems[0]?.field ?? '' }, { fields: problems });
  if (Object.keys(values).some((key) => !mayWriteSetting(key, actor.role))) throw new DomainError('access-denied');
  const before = await ctx.settings.of(tenant);
  const conflict = conflictingBounds({ ...before, ...values });
  if (conflict) throw new DomainError('setting-invalid', { key: conflict.min }, { fields: [{ field: conflict.min, code: 'above-maximum' }] });
  await ctx.database.tenants.write(tenant, async (db) => {
    await saveSettings(db, values, actor.trueAuthor, now);
    if (Object.keys(values).some((key) => watermarkSettings.has(key))) await renewWatermarksLater(db);
  });
  return settingsFor(readerOf(asPerson(actor, '0')), { ...before, ...values });
}

function stored(ctx: AppContext, key: string, value: unknown): unknown {
  const definition = findSetting(key);
  if (definition?.read === 'secret') return { sealed: ctx.secrets.seal(String(value)) };
  return definition?.type === 'html' ? cleanHtml(String(value)) : value;
}
