-- How many sites share the login of one of the tenant's own accounts; of another's, or of one that shares none, 0.
--
-- for-tenants: count_sites_of
create function shared.count_sites_of(account uuid) returns integer
  language sql stable security definer set search_path = ''
  as $$
    select count(*)::integer from shared.identity_sites mine
      join shared.identity_sites s on s.identity_id = mine.identity_id
    where mine.tenant_id = shared.current_tenant_id() and mine.user_id = account
  $$;
