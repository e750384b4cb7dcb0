import { quoteIdentifier as q, quoteLiteral, type RoleNames } from './role-names.ts';
import { tenantSchema, type TenantId } from '../tenant-id.ts';
import type { MigrationFile } from './migration-files.ts';

interface Rights {
  names: RoleNames;
  id: TenantId;
  all: readonly MigrationFile[];
}

/**
 * What a tenant's role may do in its own schema with relations on which it has no right yet: rows, never the shape of a table.
 * A relation that has its rights is left as it is, so that a new table costs one entry and not one for every table there is.
 * They are found by what depends on the schema, which has an index: `on all tables in schema` reads the catalog of the whole
 * fleet six times for each site.
 */
export function grantNewRelations({ names, id, all }: Rights): string {
  const [schema, role] = [tenantSchema(id), names.tenant(id)];
  const listed = (kind: 'appendOnly' | 'readOnly'): string =>
    `array[${all
      .flatMap(({ directives }) => directives[kind])
      .map(quoteLiteral)
      .join(', ')}]::text[]`;
  return `do $grants$
  declare granted record;
  begin
    if not has_schema_privilege(${quoteLiteral(role)}, ${quoteLiteral(schema)}, 'usage') then
      grant usage on schema ${q(schema)} to ${q(role)};
    end if;
    for granted in
      select case when c.relkind = 'S' then 'usage on sequence '
          when c.relname = any (${listed('readOnly')}) then 'select on '
          when c.relname = any (${listed('appendOnly')}) then 'select, insert on '
          else 'select, insert, update, delete on ' end as rights,
        string_agg(format('%I.%I', ${quoteLiteral(schema)}, c.relname), ', ') as relations
      from pg_depend d join pg_class c on c.oid = d.objid
      where d.refclassid = 'pg_catalog.pg_namespace'::regclass and d.refobjid = ${quoteLiteral(q(schema))}::regnamespace
        and d.classid = 'pg_catalog.pg_class'::regclass and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
        and not exists (select from aclexplode(c.relacl) a where a.grantee = ${quoteLiteral(q(role))}::regrole)
      group by 1
    loop
      execute 'grant ' || granted.rights || granted.relations || ${quoteLiteral(` to ${q(role)}`)};
    end loop;
  end $grants$`;
}

/** What files say of tables that may have been there before them. */
export function revokeListed({
  names,
  id,
  files,
}: Omit<Rights, 'all'> & { files: readonly MigrationFile[] }): string[] {
  const [schema, role] = [tenantSchema(id), names.tenant(id)];
  const revoke = (rights: string, kind: 'appendOnly' | 'readOnly'): string[] => {
    const tables = files.flatMap(({ directives }) => directives[kind]).map((name) => `${q(schema)}.${q(name)}`);
    return tables.length === 0 ? [] : [`revoke ${rights} on ${tables.join(', ')} from ${q(role)}`];
  };
  return [...revoke('update, delete', 'appendOnly'), ...revoke('insert, update, delete', 'readOnly')];
}

/** A role without login that the login role may take. */
export const createTenantRole = (names: RoleNames, id: TenantId): string[] => [
  `create role ${q(names.tenant(id))} nologin`,
  `grant ${q(names.tenant(id))} to ${q(names.app)}`,
];
