-- How the bytes of a medium come in. A row goes when nothing of the transfer can be left in the store.

create table :schema.media_uploads (
  media_id uuid primary key references :schema.media (id) on delete cascade,
  -- Announced bytes; null when nothing was said.
  size bigint,
  -- Null for a file that is sent at once.
  part_size integer,
  -- The store's name for a transfer in parts.
  store_upload_id text,
  -- Originals that attempts to take the bytes may have left; the media row names the one that counts.
  randoms text[] not null,
  -- No address for this file works after it.
  expires_at timestamptz not null,
  constraint parts_have_a_size check (part_size is null or (part_size > 0 and size > 0))
);
create index uploads_by_end on :schema.media_uploads (expires_at);
