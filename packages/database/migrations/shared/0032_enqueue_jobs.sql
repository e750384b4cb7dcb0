-- Many jobs of one kind in one call of the queue.
--
-- Connections keep their plans, and one that was made while the queue was short read all of it to look a key up: with a
-- hundred thousand jobs waiting, each further one did. Whatever is enqueued is planned without that from here on.
--
-- for-tenants: enqueue_jobs
-- as-queue: enqueue_jobs

create function shared.enqueue_jobs(task text, payloads json[], job_keys text[], priority integer default null) returns void
  language plpgsql security definer
  set search_path = '' set enable_seqscan = off
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

alter function shared.enqueue_job(text, json, timestamptz, text, integer, text, integer) set enable_seqscan = off;
alter function shared.remove_job(text) set enable_seqscan = off;
alter function shared.enqueue_platform_job(text, json, timestamptz, text, integer, text, integer, text) set enable_seqscan = off;
