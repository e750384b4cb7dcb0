import type pg from 'pg';
import { quoteIdentifier as q, quoteLiteral, rolePassword, type RoleNames } from './role-names.ts';

/**
 * Makes the three roles of a database and keeps their passwords in step with the owner's.
 * Runs as the owner: a superuser, or a role with CREATEROLE that owns the database.
 */
export async function ensureLoginRoles(owner: pg.Client, names: RoleNames, ownerPassword: string): Promise<void> {
  const wanted = [names.app, names.shared, names.queue];
  const { rows } = await owner.query<{ rolname: string }>(
    'select rolname from pg_catalog.pg_roles where rolname = any($1)',
    [wanted],
  );
  const present = new Set(rows.map((row) => row.rolname));
  for (const role of wanted) if (!present.has(role)) await createRole(owner, role);

  const password = (role: string) => quoteLiteral(rolePassword(ownerPassword, role));
  await owner.query(`
    alter role ${q(names.app)} login noinherit password ${password(names.app)};
    alter role ${q(names.queue)} login password ${password(names.queue)};
    alter role ${q(names.app)} in database ${q(names.database)} set search_path = '';
    alter role ${q(names.queue)} in database ${q(names.database)} set search_path = '';
    grant ${q(names.shared)} to ${q(names.app)}`);
  await joinQueueRole(owner, names);
  await closeDatabaseToOthers(owner, names);
}

/** The owner hands functions to the queue's role, which takes membership; a superuser needs none. */
async function joinQueueRole(owner: pg.Client, names: RoleNames): Promise<void> {
  const { rows } = await owner.query<{ member: boolean }>(
    `select pg_catalog.pg_has_role(current_user, $1, 'usage') as member`,
    [names.queue],
  );
  if (rows[0]?.member !== true) await owner.query(`grant ${q(names.queue)} to current_user`);
}

/**
 * Roles of a second database on the cluster have no business here, temporary tables
 * could hide a real one, and set_config could change the role from inside a SELECT.
 * Each is refused to us on servers where we own less; the tenants' roles hold without them.
 */
async function closeDatabaseToOthers(owner: pg.Client, names: RoleNames): Promise<void> {
  const statements = [
    `grant connect on database ${q(names.database)} to ${q(names.app)}, ${q(names.queue)}`,
    `revoke connect, temporary on database ${q(names.database)} from public`,
    'revoke execute on function pg_catalog.set_config(text, text, boolean) from public',
  ];
  for (const statement of statements) {
    await owner.query(statement).catch((error: { code?: string }) => {
      if (error.code !== '42501') throw error;
    });
  }
}

async function createRole(owner: pg.Client, role: string): Promise<void> {
  await owner.query(`create role ${q(role)}`).catch((error: { code?: string; message: string }) => {
    // Another process made it between our look and now.
    if (error.code === '42710' || error.code === '23505') return;
    if (error.code === '42501')
      throw new Error(
        `The database's owner may not create roles (${error.message}): give it CREATEROLE, or use an owner that has it in DATABASE_URL.`,
        { cause: error },
      );
    throw error;
  });
}
