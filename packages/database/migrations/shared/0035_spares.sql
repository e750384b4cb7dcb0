-- Schemas that were made ahead, each with its role, its tables and its rights, and belong to nobody until a new site takes
-- one. Who lists sites never meets them: they have no row among the tenants. A schema that is a spare says so in its comment.
--
-- read-only: spares

create table shared.spares (
  id text primary key check (id ~ '^[a-z0-9]{12}$'),
  -- As in `tenants`: of all files that ran. `files` has them, name by name with their text's digest.
  digest text not null,
  files jsonb not null,
  schema_version integer not null,
  made_at timestamptz not null default now()
);

-- A new tenant on a spare that ran these files, or null where there is none. Two at once never get the same one.
create function shared.claim_spare(
  digest text, slug text, hosts text[], canonical_host text, kind text, cluster_id text, locale text, currency text
) returns text
  language plpgsql security definer set search_path = ''
  as $$
  declare
    spare shared.spares;
  begin
    delete from shared.spares s where s.id = (
      select c.id from shared.spares c
      where c.digest = claim_spare.digest
        -- After a restore of these tables alone the schema may be a site's since: it says nothing then.
        and pg_catalog.obj_description(pg_catalog.to_regnamespace('tenant_' || c.id)::oid, 'pg_namespace') = 'spare'
        -- A restore on another server has the schemas and not the roles.
        and exists (select from pg_catalog.pg_roles r where r.rolname = shared.role_prefix() || '_tenant_' || c.id)
      order by c.made_at, c.id limit 1
      for update skip locked
    ) returning * into spare;
    if spare.id is null then
      return null;
    end if;
    insert into shared.tenants (
      id, slug, kind, canonical_host, cluster_id, locale, currency, schema_version, migration_status, migrations_digest
    ) values (
      spare.id, claim_spare.slug, coalesce(claim_spare.kind, 'general'), claim_spare.canonical_host,
      coalesce(claim_spare.cluster_id, 'main'), coalesce(claim_spare.locale, 'en'), coalesce(claim_spare.currency, 'USD'),
      spare.schema_version, 'current', spare.digest
    );
    insert into shared.tenant_hosts (host, tenant_id) select h, spare.id from unnest(claim_spare.hosts) h;
    insert into shared.tenant_migrations (tenant_id, name, sha256)
    select spare.id, f.key, f.value from jsonb_each_text(spare.files) f;
    execute format('comment on schema %I is null', 'tenant_' || spare.id);
    return spare.id;
  end $$;

-- Until the grants that follow on all migrations: nobody.
revoke execute on function shared.claim_spare(text, text, text[], text, text, text, text, text) from public;
