import type { StoredRole } from '@backlot/contracts';
import type { TenantDb } from '@backlot/database';
import { v7 } from 'uuid';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { hashPassword } from '../password/passwords.ts';
import { findIdentityByEmail, insertIdentity, linkIdentity } from './identity-rows.ts';
import { isGivenName } from './names.ts';
import { insertUser } from './user-rows.ts';

/** A person who is declared with a site. */
export interface DeclaredPerson {
  readonly email: string;
  readonly name: string;
  readonly role: StoredRole;
  /** Without one nobody can log in. */
  readonly password: string | null;
  readonly joinedAt: Date;
}

/**
 * Applies the declared people of a site: an identity of the platform and an account here, both with a proved mailbox.
 * Who exists is left alone. @returns user ids by address, of everybody on the site
 */
export async function importPeople(
  ctx: AppContext,
  tenant: Tenant,
  people: readonly DeclaredPerson[],
): Promise<ReadonlyMap<string, string>> {
  const known = await ctx.database.tenants.read(tenant, (db) => db('users').select('id', 'email_key', 'name'));
  const nameless = new Set(known.filter(({ name }) => isGivenName(name)).map((row) => row.email_key));
  const ids = new Map(known.map((row) => [row.email_key, row.id]));
  const hashes = new Map<string, Promise<string>>();
  const hashOf = (password: string): Promise<string> => {
    const made = hashes.get(password) ?? hashPassword(password);
    hashes.set(password, made);
    return made;
  };
  for (const person of people) {
    const key = person.email.toLowerCase();
    // Names that were taken for made from an address when such names were given up.
    if (nameless.has(key)) await ctx.database.tenants.write(tenant, (db) => renamePerson(db, key, person.name));
    if (ids.has(key)) continue;
    const hash = person.password ? await hashOf(person.password) : null;
    ids.set(key, await addPerson(ctx, tenant, { ...person, email: key }, hash));
  }
  return ids;
}

async function renamePerson(db: TenantDb, key: string, name: string): Promise<void> {
  await db('users').where({ email_key: key }).update({ name });
}

async function addPerson(
  ctx: AppContext,
  tenant: Tenant,
  { email, name, role, joinedAt: at }: DeclaredPerson,
  hash: string | null,
): Promise<string> {
  const userId = v7();
  await ctx.database.tenants.writeWithShared(tenant, async (db, asShared) => {
    const identityId = await asShared(async (shared) => {
      await insertIdentity(shared, {
        id: v7(),
        email,
        password_hash: hash,
        password_changed_at: at,
        proved_at: at,
        created_at: at,
      });
      const identity = await findIdentityByEmail(shared, email);
      await linkIdentity(shared, { identityId: identity!.id, tenantId: tenant.id, userId, now: at });
      return identity!.id;
    });
    const isNew = await insertUser(db, {
      id: userId,
      identity_id: identityId,
      email,
      email_key: email,
      name,
      role,
      password_hash: null,
      language: null,
      utm: null,
      created_at: at,
      email_proved_at: at,
    });
    // Rolls back the link to an account that another process made meanwhile.
    if (!isNew) throw new Error('A declared person was given an account by another process; apply the site again.');
  });
  return userId;
}
