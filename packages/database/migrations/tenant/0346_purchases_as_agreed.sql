-- From where a purchase was made, when, and what its buyer agreed to is what a bank asks for when it is disputed: it stays
-- as it was written. Only who pays a declined purchase in another way agrees anew.

create trigger keep_whence before update of address, user_agent, device_id, created_at on :schema.payment_intents for each row
  when ((old.address, old.user_agent, old.device_id, old.created_at)
    is distinct from (new.address, new.user_agent, new.device_id, new.created_at))
  execute function :schema.keep_payment();
create trigger keep_agreed before update of quote on :schema.payment_intents for each row
  when (old.quote is distinct from new.quote and not (old.state = 'declined' and new.state = 'open'))
  execute function :schema.keep_payment();

-- The agreement to keep a card gives way to a later one alone. What is written late, after a later one, is passed over.
create function :schema.keep_consent() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.consent_text_id := old.consent_text_id;
    new.consent_text := old.consent_text;
    new.consent_language := old.consent_language;
    new.consented_at := old.consented_at;
    new.kept_at := old.kept_at;
    return new;
  end $$;
create trigger keep_consent before update of consent_text_id, consent_text, consent_language, consented_at
  on :schema.payment_instruments for each row
  when (old.consented_at is not null and not coalesce(new.consented_at > old.consented_at, false))
  execute function :schema.keep_consent();
