-- What a tenant's transaction may write outside its schema. The tenant is taken from the
-- role the connection was lent under, never from an argument.
--
-- for-tenants: current_tenant_id, role_prefix, enqueue_job, remove_job, append_event, events_after, register_payment_route
-- as-queue: enqueue_job, remove_job, enqueue_platform_job

create function shared.current_tenant_id() returns text
  language plpgsql stable set search_path = ''
  as $$
  declare
    role_name text := current_setting('role');
    before text := shared.role_prefix() || '_tenant_';
    id text := substr(role_name, length(before) + 1);
  begin
    if starts_with(role_name, before) and id ~ '^[a-z0-9]{12}$' then return id; end if;
    raise exception 'no tenant: the connection is lent to %', role_name using errcode = 'insufficient_privilege';
  end $$;

-- Keys and queues of two tenants never meet: both are prefixed with the tenant.
create function shared.enqueue_job(
  task text, payload json default '{}', run_at timestamptz default null, job_key text default null,
  max_attempts integer default null, queue_name text default null, priority integer default null
) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare tenant text := shared.current_tenant_id();
  begin
    if json_typeof(payload) is distinct from 'object' then
      raise exception 'the payload of a job is an object, not %', json_typeof(payload) using errcode = 'invalid_parameter_value';
    end if;
    perform graphile_worker.add_job(
      identifier => task,
      payload => (payload::jsonb || jsonb_build_object('tenantId', tenant))::json,
      run_at => enqueue_job.run_at,
      job_key => tenant || ':' || enqueue_job.job_key,
      max_attempts => enqueue_job.max_attempts,
      queue_name => tenant || ':' || enqueue_job.queue_name,
      priority => enqueue_job.priority);
  end $$;

create function shared.remove_job(job_key text) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform graphile_worker.remove_job(shared.current_tenant_id() || ':' || remove_job.job_key);
  end $$;

-- For the shared role only: a job of no tenant, or of the one its caller looked up.
create function shared.enqueue_platform_job(
  task text, payload json default '{}', run_at timestamptz default null, job_key text default null,
  max_attempts integer default null, queue_name text default null, priority integer default null
) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform graphile_worker.add_job(
      identifier => task, payload => enqueue_platform_job.payload, run_at => enqueue_platform_job.run_at,
      job_key => 'platform:' || enqueue_platform_job.job_key, max_attempts => enqueue_platform_job.max_attempts,
      queue_name => 'platform:' || enqueue_platform_job.queue_name, priority => enqueue_platform_job.priority);
  end $$;

create function shared.append_event(recipient text, event text, data jsonb default '{}') returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into shared.outbox (tenant_id, recipient, event, data)
    values (shared.current_tenant_id(), append_event.recipient, append_event.event, append_event.data);
    perform pg_notify('outbox_pending', '');
  end $$;

create function shared.events_after(recipient text, after_seq bigint, max_rows integer)
  returns table (seq bigint, event text, data jsonb, created_at timestamptz)
  language sql stable security definer set search_path = ''
  as $$
    select o.seq, o.event, o.data, o.created_at from shared.outbox o
    where o.tenant_id = shared.current_tenant_id() and o.recipient = events_after.recipient and o.seq > events_after.after_seq
    order by o.seq limit events_after.max_rows
  $$;

-- Again for the same tenant is nothing new; for another it is refused.
create function shared.register_payment_route(provider text, reference text) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    tenant text := shared.current_tenant_id();
    holder text;
  begin
    insert into shared.payment_routes (provider, reference, tenant_id)
    values (register_payment_route.provider, register_payment_route.reference, tenant)
    on conflict do nothing;
    select r.tenant_id into holder from shared.payment_routes r
    where r.provider = register_payment_route.provider and r.reference = register_payment_route.reference;
    if holder is distinct from tenant then
      raise exception 'the payment reference belongs to another site' using errcode = 'unique_violation';
    end if;
  end $$;
