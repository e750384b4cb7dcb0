-- How far behind the queue is, for readiness and for the people who run the platform.
--
-- as-queue: queue_state

-- `due`: jobs that could run now; `waiting_s`: how long the first of them has been waiting. A job that is running or
-- tries again later is neither.
create function shared.queue_state() returns table (due bigint, waiting_s double precision)
  language sql stable security definer set search_path = ''
  as $$
    select count(*), coalesce(extract(epoch from now() - min(j.run_at)), 0)::double precision
    from graphile_worker._private_jobs j
    where j.is_available and j.run_at <= now()
  $$;
