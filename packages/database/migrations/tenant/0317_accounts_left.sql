-- Staff see when an account that the site has left may be closed at its provider: since when it takes no new customers, what
-- is still billed there, and what it told last.

-- Null while it is active, and where it was left before this was noted.
alter table :schema.provider_accounts add column draining_since timestamptz;

create function :schema.note_account_left() returns trigger language plpgsql set search_path = '' as $$
begin
  new.draining_since := case when new.state = 'draining' then now() end;
  return new;
end $$;
create trigger note_account_left before update on :schema.provider_accounts for each row
  when (old.state <> new.state) execute function :schema.note_account_left();

create index series_billed_by_account on :schema.subscription_series (account_id) where state <> 'ended' and account_id is not null;
create index deliveries_of_account on :schema.webhook_deliveries (account_id, received_at desc);
