-- Keys that all processes of a deployment share, sealed with its master key.

create table shared.secrets (
  name text primary key,
  sealed text not null,
  created_at timestamptz not null default now()
);

alter table shared.identities
  -- Sessions of any site that began before this are dead.
  add column password_changed_at timestamptz not null default now();

-- A password that changed ends the identity's sessions on every site within a second.
create function shared.tell_identity_changed() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    perform pg_notify('identity_changed', new.id::text);
    return null;
  end $$;
create trigger tell_identity_changed after update of password_changed_at on shared.identities
  for each row execute function shared.tell_identity_changed();
