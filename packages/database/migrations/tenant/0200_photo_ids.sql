-- Photo ids that fans sent, without which purchases have a limit. The document itself lies sealed in the store.

create table :schema.photo_ids (
  id uuid primary key,
  user_id uuid not null references :schema.users (id) on delete cascade,
  sent_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'rejected', 'replaced', 'expired')),
  content_type text not null check (content_type in ('image/jpeg', 'application/pdf')),
  -- Under this random lies the document, encrypted; the row keeps it when the object is gone.
  storage_random text not null,
  -- The document's own key, sealed with the deployment's. It goes first: without it the object is noise, wherever a copy is.
  sealed_key text,
  -- When the object was taken out of the store, after the key.
  removed_at timestamptz,
  decided_at timestamptz,
  decided_by uuid references :schema.users (id) on delete set null,
  -- Why it was refused.
  reason text check (reason in ('unreadable', 'incomplete', 'expired', 'not-id')),
  constraint refused_photo_ids_have_a_reason check ((state = 'rejected') = (reason is not null)),
  constraint decided_photo_ids_say_when check ((state in ('accepted', 'rejected')) = (decided_at is not null))
);
create unique index one_waiting_photo_id_a_fan on :schema.photo_ids (user_id) where state = 'waiting';
create index photo_ids_of_fan on :schema.photo_ids (user_id, sent_at desc);
create index waiting_photo_ids on :schema.photo_ids (sent_at, id) where state = 'waiting';
create index photo_ids_to_remove on :schema.photo_ids (id) where removed_at is null and sealed_key is null;
create index photo_ids_decided on :schema.photo_ids (decided_at) where sealed_key is not null;

-- Who opened which, each time. Its id is the address of that one look.
create table :schema.photo_id_openings (
  id uuid primary key,
  photo_id uuid not null references :schema.photo_ids (id) on delete cascade,
  -- The session's person, and who really looked.
  user_id uuid not null references :schema.users (id) on delete cascade,
  opened_by uuid references :schema.users (id) on delete set null,
  opened_at timestamptz not null
);
create index openings_of_photo_id on :schema.photo_id_openings (photo_id, opened_at desc);
