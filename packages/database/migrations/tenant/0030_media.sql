-- Files on their way to become pictures, and the pictures. The bytes lie in the store under keys that
-- follow from the two randoms, so that a job that runs again writes the same objects.

create table :schema.media (
  id uuid primary key,
  kind text not null check (kind in ('photo')),
  -- waiting for its bytes, processing, ready, error. Nothing leaves ready or error.
  state text not null check (state in ('waiting', 'processing', 'ready', 'error')),
  error_code text,
  file_name text not null,
  original_random text not null,
  private_random text not null,
  public_random text not null,
  size bigint,
  sha256 text,
  width integer,
  height integer,
  thumbhash text,
  dominant_color text,
  -- [{ name, width, height, contentType, bytes }]
  variants jsonb not null default '[]',
  created_by uuid references :schema.users (id) on delete set null,
  created_at timestamptz not null,
  received_at timestamptz,
  settled_at timestamptz,
  constraint an_error_has_a_code check ((state = 'error') = (error_code is not null)),
  constraint what_is_ready_has_a_size check (state <> 'ready' or (width > 0 and height > 0 and thumbhash is not null))
);
create index media_without_bytes on :schema.media (created_at) where state = 'waiting';
create index media_of_maker on :schema.media (created_by) where created_by is not null;
