-- The tenants, the hosts they answer on, and what has been done to their schemas.

create function shared.role_prefix() returns text
  language sql stable set search_path = ''
  as $$
    select case when octet_length(current_database()) <= 40 then current_database()::text
      else left(current_database()::text, 8) || '_' || left(md5(current_database()::text), 8) end
  $$;

create table shared.tenants (
  id text primary key check (id ~ '^[a-z0-9]{12}$'),
  slug text not null,
  kind text not null default 'general',
  status text not null default 'active' check (status in ('active', 'suspended')),
  canonical_host text,
  cluster_id text not null default 'main',
  schema_version integer not null default 0,
  migration_status text not null default 'pending' check (migration_status in ('pending', 'current', 'failed')),
  migration_error text,
  locale text not null default 'en',
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  created_at timestamptz not null default now(),
  constraint one_tenant_a_slug unique (slug)
);

create table shared.tenant_hosts (
  host text not null check (host = lower(host) and host !~ '[:/ ]|\.$'),
  tenant_id text not null references shared.tenants (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint one_tenant_a_host primary key (host)
);
create index on shared.tenant_hosts (tenant_id);

create table shared.tenant_migrations (
  tenant_id text not null references shared.tenants (id) on delete cascade,
  name text not null,
  sha256 text not null,
  applied_at timestamptz not null default now(),
  primary key (tenant_id, name)
);

-- Every process keeps the hosts in memory and hears here that they changed.
create function shared.tell_tenants_changed() returns trigger
  language plpgsql set search_path = ''
  as $$
  declare changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  begin
    perform pg_notify('tenants_changed', coalesce(changed ->> 'tenant_id', changed ->> 'id'));
    return null;
  end $$;

-- Not for what a migration of the whole fleet writes: 3,000 tenants would be read again 3,000 times.
create trigger tell_tenants_changed
  after insert or delete or update of slug, kind, status, canonical_host, cluster_id, locale, currency on shared.tenants
  for each row execute function shared.tell_tenants_changed();
create trigger tell_tenants_changed after insert or update or delete on shared.tenant_hosts
  for each row execute function shared.tell_tenants_changed();
