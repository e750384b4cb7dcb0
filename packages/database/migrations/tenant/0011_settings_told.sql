-- Every process holds settings and sessions in memory and hears here that they changed.
-- A schema's name ends in its tenant's id, which is what listeners know.

create function :schema.tell_settings_changed() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    perform pg_catalog.pg_notify('settings_changed', right(tg_table_schema, 12));
    return null;
  end $$;
create trigger tell_settings_changed after insert or update or delete on :schema.settings
  for each statement execute function :schema.tell_settings_changed();

create function :schema.tell_person_changed() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    perform pg_catalog.pg_notify('person_changed', right(tg_table_schema, 12) || ':' || new.id::text);
    return null;
  end $$;
create trigger tell_person_changed
  after update of role, status, email, name, language, password_changed_at, identity_id on :schema.users
  for each row execute function :schema.tell_person_changed();

create function :schema.tell_session_ended() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    perform pg_catalog.pg_notify('session_ended', right(tg_table_schema, 12) || ':' || new.id::text);
    return null;
  end $$;
create trigger tell_session_ended after update of revoked_at on :schema.sessions
  for each row when (new.revoked_at is not null) execute function :schema.tell_session_ended();
