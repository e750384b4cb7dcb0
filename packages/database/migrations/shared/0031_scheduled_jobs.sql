-- A run of a schedule that still waits keeps its place: replaced at every tick, the last of a long queue would never run.
-- `job_key_mode` is graphile-worker's.

drop function shared.enqueue_platform_job(text, json, timestamptz, text, integer, text, integer);

create function shared.enqueue_platform_job(
  task text, payload json default '{}', run_at timestamptz default null, job_key text default null,
  max_attempts integer default null, queue_name text default null, priority integer default null,
  job_key_mode text default 'replace'
) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform graphile_worker.add_job(
      identifier => task, payload => enqueue_platform_job.payload, run_at => enqueue_platform_job.run_at,
      job_key => 'platform:' || enqueue_platform_job.job_key, max_attempts => enqueue_platform_job.max_attempts,
      queue_name => 'platform:' || enqueue_platform_job.queue_name, priority => enqueue_platform_job.priority,
      job_key_mode => enqueue_platform_job.job_key_mode);
  end $$;

-- Until the grants that follow on all migrations: nobody.
revoke execute on function shared.enqueue_platform_job(text, json, timestamptz, text, integer, text, integer, text) from public;
