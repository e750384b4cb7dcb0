-- Many jobs of one kind in one call of the queue. One call a job looks each key up by a plan that was kept from when the
-- queue was short: with a hundred thousand of them waiting, every one read the whole queue.
--
-- for-tenants: enqueue_jobs
-- as-queue: enqueue_jobs

create function shared.enqueue_jobs(task text, payloads json[], job_keys text[], priority integer default null) returns void
  language plpgsql security definer
  set search_path = ''
  -- Planned for the queue as it is now, also inside the queue's own functions.
  set plan_cache_mode = force_custom_plan
  as $$
  declare
    tenant text := shared.current_tenant_id();
    specs graphile_worker.job_spec[];
  begin
    if exists (select from unnest(payloads) p where json_typeof(p) is distinct from 'object') then
      raise exception 'the payload of a job is an object' using errcode = 'invalid_parameter_value';
    end if;
    select array_agg((
      task, (j.payload::jsonb || jsonb_build_object('tenantId', tenant))::json, null, null, null,
      tenant || ':' || j.key, enqueue_jobs.priority::smallint, null)::graphile_worker.job_spec)
    into specs
    from unnest(payloads, job_keys) as j (payload, key);
    if specs is not null then perform graphile_worker.add_jobs(specs); end if;
  end $$;
