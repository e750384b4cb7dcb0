-- Simultaneous tries under one key are counted together: each by itself would wait for the row, a connection each.
--
-- for-tenants: count_tries

-- As count_try, which the version before this one calls.
create function shared.count_tries(key text, times integer, window_ms integer, at timestamptz)
  returns table (tries integer, until timestamptz)
  language sql security definer set search_path = ''
  as $$
    insert into shared.throttles as t (tenant_id, key, tries, until)
    values (
      shared.current_tenant_id(), count_tries.key, count_tries.times,
      count_tries.at + count_tries.window_ms * interval '1 millisecond'
    )
    on conflict (tenant_id, key) do update set
      tries = case when t.until > count_tries.at then t.tries + excluded.tries else excluded.tries end,
      until = case when t.until > count_tries.at then t.until else excluded.until end
    returning t.tries, t.until
  $$;
