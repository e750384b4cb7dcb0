-- Jobs that used up their attempts, for the people who run the platform.
--
-- as-queue: failed_jobs, retry_failed_job

create function shared.failed_jobs(max_rows integer)
  returns table (id text, task text, tenant_id text, attempts integer, last_error text, last_tried_at timestamptz)
  language sql stable security definer set search_path = ''
  as $$
    select j.id::text, j.task_identifier, p.payload ->> 'tenantId', j.attempts::integer, left(j.last_error, 500), j.updated_at
    from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
    where j.attempts >= j.max_attempts
    order by j.updated_at desc limit max_rows
  $$;

create function shared.retry_failed_job(job_id text) returns boolean
  language plpgsql security definer set search_path = ''
  as $$
  begin
    return exists (select 1 from graphile_worker.reschedule_jobs(array[job_id::bigint], run_at => now(), attempts => 0));
  end $$;
