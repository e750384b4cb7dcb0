import type { StoredRole } from '@backlot/contracts';
import { v7 } from 'uuid';
import type { AppContext } from '../context.ts';
import { hashPassword } from '../features/accounts/index.ts';
import type { Tenant } from '../tenant.ts';

export interface DeclaredPerson {
  readonly email: string;
  readonly name: string;
  readonly role: StoredRole;
  /** In the clear: demo people only, never in production. Without one nobody can log in. */
  readonly password?: string;
  readonly joinedDaysAgo?: number;
}

const DAY_MS = 86_400_000;

/** Demo people: an identity of the platform and an account here. Who exists is left alone. @returns user ids by address */
export async function applyPeople(ctx: AppContext, tenant: Tenant, people: readonly DeclaredPerson[]): Promise<ReadonlyMap<string, string>> {
  const known = await ctx.database.tenants.read(tenant, (db) => db('users').select('id', 'email_key'));
  const ids = new Map(known.map((row) => [row.email_key, row.id]));
  const hashes = new Map<string, Promise<string>>();
  const hashOf = (password: string): Promise<string> => {
    const made = hashes.get(password) ?? hashPassword(password);
    hashes.set(password, made);
    return made;
  };
  for (const person of people) {
    const key = person.email.toLowerCase();
    if (ids.has(key)) continue;
    const at = new Date(ctx.clock.now().getTime() - (person.joinedDaysAgo ?? 100) * DAY_MS);
    const hash = person.password ? await hashOf(person.password) : null;
    ids.set(key, await addPerson(ctx, tenant, { ...person, email: key }, hash, at));
  }
  return ids;
}

async function addPerson(ctx: AppContext, tenant: Tenant, person: DeclaredPerson, hash: string | null, at: Date): Promise<string> {
  const userId = v7();
  await ctx.database.tenants.writeWithShared(tenant, async (db, asShared) => {
    const identityId = await asShared(async (shared) => {
      await shared('identities').insert({ id: v7(), email: person.email, password_hash: hash, password_changed_at: at, proved_at: at, created_at: at }).onConflict('email').ignore();
      const row = await shared('identities').where({ email: person.email }).first('id');
      await shared('identity_sites').insert({ identity_id: row!.id, tenant_id: tenant.id, user_id: userId, joined_at: at }).onConflict(['identity_id', 'tenant_id']).ignore();
      return row!.id;
    });
    await db('users').insert({
      id: userId, identity_id: identityId, email: person.email, email_key: person.email, name: person.name, role: person.role,
      password_changed_at: at, created_at: at,
    });
  });
  return userId;
}
