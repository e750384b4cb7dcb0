import type pg from 'pg';
import type { TenantId } from '../tenant-id.ts';
import type { RoleNames } from './role-names.ts';

/** What is allowed to whom, by object: `table posts` → `its role INSERT, its role SELECT`. */
export type Rights = ReadonlyMap<string, string>;

/**
 * One row for each object of the schemas named, and one for the role: what everybody but the owner may do with it. Names that
 * differ from site to site are written so that the same rights of two sites are the same text.
 */
const LINES = `
  with site as (
    select given.id, n.oid as ns, n.nspacl, n.nspowner, r.oid as role
    from unnest($1::text[]) as given (id)
      left join pg_namespace n on n.nspname = 'tenant_' || given.id
      left join pg_roles r on r.rolname = $2 || given.id
  ), object as (
    select id, role, 'schema' as object, nspowner as owner, nspacl as acl from site where ns is not null
    union all
    select s.id, s.role, case c.relkind when 'S' then 'sequence ' when 'v' then 'view ' else 'table ' end || c.relname,
      c.relowner, c.relacl
    from site s join pg_class c on c.relnamespace = s.ns where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    union all
    select s.id, s.role, 'column ' || c.relname || '.' || a.attname, c.relowner, a.attacl
    from site s join pg_class c on c.relnamespace = s.ns join pg_attribute a on a.attrelid = c.oid
    where a.attacl is not null
    union all
    select s.id, s.role,
      'function ' || p.proname || replace('(' || pg_get_function_identity_arguments(p.oid) || ')', 'tenant_' || s.id, 'tenant'),
      p.proowner, coalesce(p.proacl, acldefault('f', p.proowner))
    from site s join pg_proc p on p.pronamespace = s.ns
  ), role as (
    select s.id,
      case when r.oid is null then 'is not there'
        when r.rolsuper or r.rolcanlogin or r.rolcreaterole or r.rolcreatedb or r.rolbypassrls then 'has rights of its own'
        else 'has no right of its own' end as itself,
      (select string_agg(member.rolname, ', ' order by member.rolname) from pg_auth_members m join pg_roles member on member.oid = m.member
       where m.roleid = r.oid and member.rolname <> current_user) as taken_by,
      (select count(*) from pg_auth_members m where m.member = r.oid) as taking
    from site s left join pg_roles r on r.oid = s.role
  ), line as (
    select o.id, o.object, coalesce(string_agg(distinct
      case when a.grantee = o.role then 'its role ' when a.grantee = 0 then 'everybody ' else a.grantee::regrole || ' ' end
        || a.privilege_type || case when a.is_grantable then ' and may pass it on' else '' end, ', '), 'nobody') as rights
    from object o left join lateral aclexplode(o.acl) a on a.grantee <> o.owner group by o.id, o.object
    union all
    select id, 'role', itself || ', is taken by ' || coalesce(taken_by, 'nobody') || ' and takes ' || taking || ' others' from role
  )`;

/** One value for all rights of each tenant. */
export async function digestRights(
  owner: pg.Client,
  names: RoleNames,
  ids: readonly TenantId[],
): Promise<Map<TenantId, string>> {
  const { rows } = await owner.query<{ id: TenantId; digest: string }>(
    `${LINES} select id, md5(string_agg(object || ': ' || rights, e'\\n' order by object)) as digest from line group by id`,
    [ids, names.tenantPrefix],
  );
  return new Map(rows.map(({ id, digest }) => [id, digest]));
}

export async function readRights(owner: pg.Client, names: RoleNames, id: TenantId): Promise<Rights> {
  const { rows } = await owner.query<{ object: string; rights: string }>(
    `${LINES} select object, rights from line order by object`,
    [[id], names.tenantPrefix],
  );
  return new Map(rows.map(({ object, rights }) => [object, rights]));
}
