import { DomainError, type BodyOf } from '@backlot/contracts';
import type { changeProfile as changeProfileCall } from '@backlot/contracts/accounts';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { languages } from '../../../texts/texts.ts';

/** The name shown on this site, and the language. @throws `invalid-request` */
export async function changeProfile(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  input: BodyOf<typeof changeProfileCall>,
): Promise<void> {
  const name = input.name?.trim().replace(/\s+/g, ' ');
  if (name === '') throw new DomainError('invalid-request', {}, { fields: [{ field: 'name', code: 'required' }] });
  const known: readonly string[] = languages;
  if (input.language !== undefined && !known.includes(input.language)) {
    throw new DomainError('invalid-request', {}, { fields: [{ field: 'language', code: 'unknown' }] });
  }
  const change = { ...(name ? { name } : {}), ...(input.language ? { language: input.language } : {}) };
  if (Object.keys(change).length === 0) return;
  await ctx.database.tenants.write(tenant, (db) => db('users').where({ id: actor.userId }).update(change));
}
