import type { StoredRole } from '@backlot/contracts';
import type { Database } from '@backlot/database';
import { v7 } from 'uuid';
import type { Tenant } from '../sites/tenant.ts';
import { hashPassword } from '../features/accounts/password/passwords.ts';

export interface TestPerson {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly role: StoredRole;
  readonly tenant: Tenant;
}

export const TEST_PASSWORD = 'Correct-horse-9';
let hash: Promise<string> | null = null;

/** A person with an account of its own on one site. */
export async function makePerson(
  database: Database,
  tenant: Tenant,
  name: string,
  role: StoredRole,
  now: Date,
): Promise<TestPerson> {
  hash ??= hashPassword(TEST_PASSWORD);
  const id = v7();
  const email = `${name}@${tenant.slug}.example`;
  await database.tenants.write(tenant, async (db) =>
    db('users').insert({
      id,
      email,
      email_key: email.toLowerCase(),
      name,
      role,
      password_hash: await hash!,
      password_changed_at: now,
      created_at: now,
      email_proved_at: now,
    }),
  );
  return { id, email, password: TEST_PASSWORD, role, tenant };
}

/** One identity with an account on both sites; the world in every test has such a person. */
export async function makePersonOfBoth(
  database: Database,
  tenants: readonly Tenant[],
  now: Date,
): Promise<Record<string, TestPerson>> {
  hash ??= hashPassword(TEST_PASSWORD);
  const identityId = v7();
  const email = 'both@fans.example';
  const passwordHash = await hash;
  await database.shared.write((db) =>
    db('identities').insert({
      id: identityId,
      email,
      password_hash: passwordHash,
      password_changed_at: now,
      proved_at: now,
      created_at: now,
    }),
  );
  const made: Record<string, TestPerson> = {};
  for (const tenant of tenants) {
    const id = v7();
    await database.tenants.write(tenant, (db) =>
      db('users').insert({
        id,
        identity_id: identityId,
        email,
        email_key: email,
        name: 'Both',
        role: 'user',
        password_changed_at: now,
        created_at: now,
        email_proved_at: now,
      }),
    );
    await database.shared.write((db) =>
      db('identity_sites').insert({ identity_id: identityId, tenant_id: tenant.id, user_id: id, joined_at: now }),
    );
    made[tenant.slug] = { id, email, password: TEST_PASSWORD, role: 'user', tenant };
  }
  return made;
}
