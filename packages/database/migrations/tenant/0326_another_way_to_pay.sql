-- A declined purchase may be tried again with the site's other provider, as another attempt of the same intent. It is paid
-- for by one of them: money that another brings besides becomes a purchase of its own, which bought nothing.

create unique index one_paid_attempt on :schema.payment_attempts (intent_id) where state = 'succeeded';

create function :schema.check_set_apart() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if old.state = 'succeeded' or not exists (
      select 1 from :schema.payment_intents was join :schema.payment_intents its
        on (its.user_id, its.kind, its.amount_minor, its.currency) = (was.user_id, was.kind, was.amount_minor, was.currency)
        and its.content_id is not distinct from was.content_id
      where was.id = old.intent_id and its.id = new.intent_id and its.state = 'declined' and its.unapplied_reason is not null
        and exists (select 1 from :schema.payment_attempts other where other.intent_id = was.id and other.id <> old.id)
        and not exists (select 1 from :schema.payment_attempts other where other.intent_id = its.id)) then
      raise exception 'a payment is not rewritten' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end $$;
create trigger check_set_apart before update on :schema.payment_attempts for each row
  when (old.intent_id <> new.intent_id) execute function :schema.check_set_apart();

drop trigger keep_taken on :schema.payment_attempts;
create trigger keep_taken before update on :schema.payment_attempts for each row
  when (old.provider <> new.provider or old.account_id <> new.account_id
    or (old.state = 'succeeded' and (old.state, old.provider_ref, old.taken_minor, old.taken_currency)
      is distinct from (new.state, new.provider_ref, new.taken_minor, new.taken_currency)))
  execute function :schema.keep_payment();
