-- A provider's account sends its webhooks to a secret path of its own, which says whose account it is. What comes is kept
-- by the site. The tables before this held webhooks of the development's sandbox alone.
--
-- for-tenants: register_webhook_path
-- dropped: register_payment_route

drop function shared.register_payment_route(text, text);
drop table shared.payment_routes;
drop table shared.webhook_inbox;

create table shared.webhook_paths (
  path text primary key check (path ~ '^[A-Za-z0-9_-]{22,}$'),
  tenant_id text not null references shared.tenants (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index on shared.webhook_paths (tenant_id);

-- Again for the same tenant is nothing new; for another it is refused.
create function shared.register_webhook_path(path text) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    tenant text := shared.current_tenant_id();
    holder text;
  begin
    insert into shared.webhook_paths (path, tenant_id) values (register_webhook_path.path, tenant) on conflict do nothing;
    select p.tenant_id into holder from shared.webhook_paths p where p.path = register_webhook_path.path;
    if holder is distinct from tenant then
      raise exception 'the path belongs to another site' using errcode = 'unique_violation';
    end if;
  end $$;
