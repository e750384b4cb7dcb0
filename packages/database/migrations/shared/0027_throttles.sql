-- Tries of whoever calls too often, over all processes. Lost when the database crashes, which harms nobody.
--
-- for-tenants: count_try

create unlogged table shared.throttles (
  tenant_id text not null,
  key text not null,
  tries integer not null,
  until timestamptz not null,
  primary key (tenant_id, key)
);
create index throttles_by_end on shared.throttles (until);

-- Counts one more; a window that is over begins again.
create function shared.count_try(key text, window_ms integer, at timestamptz)
  returns table (tries integer, until timestamptz)
  language sql security definer set search_path = ''
  as $$
    insert into shared.throttles as t (tenant_id, key, tries, until)
    values (shared.current_tenant_id(), count_try.key, 1, count_try.at + count_try.window_ms * interval '1 millisecond')
    on conflict (tenant_id, key) do update set
      tries = case when t.until > count_try.at then t.tries + 1 else 1 end,
      until = case when t.until > count_try.at then t.until else excluded.until end
    returning t.tries, t.until
  $$;
