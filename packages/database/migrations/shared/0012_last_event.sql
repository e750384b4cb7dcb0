-- Where a recipient's stream stands: a device that comes for the first time goes on from here.
--
-- for-tenants: last_event
create function shared.last_event(recipient text) returns bigint
  language sql stable security definer set search_path = ''
  as $$
    select coalesce((
      select s.last_seq from shared.outbox_streams s
      where s.tenant_id = shared.current_tenant_id() and s.recipient = last_event.recipient), 0)
  $$;
