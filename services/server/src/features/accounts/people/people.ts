import type { StoredRole } from '@backlot/contracts';
import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';

/** An account as other features may know it. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: StoredRole;
  readonly status: 'active' | 'blocked';
  readonly created_at: Date;
}

const columns = ['id', 'name', 'email', 'role', 'status', 'created_at'] as const;

/** Everybody's account, to be joined in another feature's statement: `` from ${people} u ``. */
export const people = sql<Person>`(select id, name, email, role, status, created_at from ${table('users')})`;

export const findPerson = async (db: TenantDb, id: string): Promise<Person | null> =>
  (await db('users')
    .where({ id })
    .first(...columns)) ?? null;

/** Ids of the people whose site it is. */
export const listCreatorIds = async (db: TenantDb): Promise<readonly string[]> =>
  (await db('users').where({ role: 'model', status: 'active' }).orderBy('created_at').limit(10).select('id')).map(
    ({ id }) => id,
  );

const staffRoles: readonly StoredRole[] = ['model', 'admin', 'sub_admin', 'content_manager', 'support'];

/** Whoever works for the site, to be joined in another feature's statement. */
export const staff = sql<Person>`(select * from ${people} p where p.role = any (${staffRoles}) and p.status = 'active')`;

/** Some people by id, for lists of staff. */
export async function findPeople(db: TenantDb, ids: readonly string[]): Promise<ReadonlyMap<string, Person>> {
  if (ids.length === 0) return new Map();
  const rows = await db('users')
    .whereIn('id', [...ids])
    .select(...columns);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Some people by the addresses they log in with; keys are in lower case. */
export async function findPeopleByEmail(db: TenantDb, emails: readonly string[]): Promise<ReadonlyMap<string, Person>> {
  const keys = [...new Set(emails.map((email) => email.toLowerCase()))];
  const rows = await db('users')
    .whereIn('email_key', keys)
    .select('email_key', ...columns);
  return new Map(rows.map(({ email_key, ...person }) => [email_key, person]));
}
