import type pg from 'pg';
import { inTransaction, withOwner } from '../owner.ts';
import { quoteIdentifier as q, type RoleNames } from './role-names.ts';
import { tenantSchema, type TenantId } from '../tenant-id.ts';

/**
 * Removes a tenant for good, in one transaction: its schema, its rows in schema `shared`, identities that were on no
 * other site, and its role. The audit log keeps what it says of the tenant; media are the caller's.
 */
export async function dropTenant(options: { url: string; names: RoleNames; id: TenantId }): Promise<void> {
  const { url, names, id } = options;
  await withOwner(url, (owner) =>
    inTransaction(owner, async () => {
      await owner.query(`set local lock_timeout = '10s'`);
      await dropIdentities(owner, id);
      await dropSchemaAndRole(owner, names, id);
      for (const table of ['outbox', 'outbox_streams'])
        await owner.query(`delete from shared.${table} where tenant_id = $1`, [id]);
      await owner.query('delete from shared.tenants where id = $1', [id]);
    }),
  );
}

/** In the caller's transaction. A role that is not there is no error: a restore on another server has none. */
export async function dropSchemaAndRole(owner: pg.Client, names: RoleNames, id: TenantId): Promise<void> {
  const role = names.tenant(id);
  await owner.query(`drop schema if exists ${q(tenantSchema(id))} cascade`);
  const { rows } = await owner.query('select 1 from pg_catalog.pg_roles where rolname = $1', [role]);
  if (rows.length === 0) return;
  // Rights on what lies outside its schema would keep the role; dropping them takes being a member.
  await owner.query(`grant ${q(role)} to current_user`);
  await owner.query(`drop owned by ${q(role)}`);
  await owner.query(`drop role ${q(role)}`);
}

/** Of people who are on no other site; those whose mailbox was never proved are linked to none, and known by their address. */
async function dropIdentities(owner: pg.Client, id: TenantId): Promise<void> {
  const users = `${q(tenantSchema(id))}.users`;
  const {
    rows: [found],
  } = await owner.query<{ isThere: boolean }>('select to_regclass($1) is not null as "isThere"', [users]);
  await owner.query(
    `delete from shared.identities i
     where (i.id in (select s.identity_id from shared.identity_sites s where s.tenant_id = $1)
       ${found?.isThere ? `or i.email in (select u.email_key from ${users} u)` : ''})
       and not exists (select 1 from shared.identity_sites s where s.identity_id = i.id and s.tenant_id <> $1)`,
    [id],
  );
}
