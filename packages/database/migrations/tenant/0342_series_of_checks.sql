-- A series may also begin with the check of a card, which charges nothing: there is no payment then, and it is its owner's.
alter table :schema.orphaned_series
  alter column attempt_id drop not null,
  add column user_id uuid references :schema.users (id),
  add constraint orphan_is_somebodys check (attempt_id is not null or user_id is not null);
create index orphans_of_user on :schema.orphaned_series (user_id) where user_id is not null;
