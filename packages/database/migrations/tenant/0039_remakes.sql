-- A medium that is shown while it is made anew: turned, with another blur, with the watermark of today.

alter table :schema.media
  -- Digest of the watermark that its sizes carry; null for none.
  add column watermark text;

create table :schema.media_remakes (
  media_id uuid primary key references :schema.media (id) on delete cascade,
  rotation smallint not null check (rotation in (0, 90, 180, 270)),
  blur_round integer not null,
  -- Where the new objects go: caches keep what is public for ever. Only a blur leaves the private random as it is.
  private_random text not null,
  public_random text not null,
  -- As in media.
  watermark text,
  requested_by uuid references :schema.users (id) on delete set null,
  requested_at timestamptz not null
);

-- Objects that nothing names any more, kept a while for pages that are open.
create table :schema.media_leftovers (
  id uuid primary key,
  private_random text not null,
  public_random text not null,
  -- Of the objects under them.
  names text[] not null,
  left_at timestamptz not null
);
create index media_leftovers_by_age on :schema.media_leftovers (left_at);

create index media_in_work on :schema.media (kind, id) where state = 'processing';
create index media_by_watermark on :schema.media (watermark, id desc) where state = 'ready' and deleted_at is null;

-- How far a film is: for its maker's open pages only, never stored in their stream.
create function :schema.tell_media_progress() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    perform pg_catalog.pg_notify('media_progress', pg_catalog.json_build_object(
      'tenantId', right(tg_table_schema, 12), 'userId', new.created_by, 'mediaId', new.id, 'progress', new.progress)::text);
    return null;
  end $$;
create trigger tell_media_progress after update of progress on :schema.media
  for each row when (new.progress is not null and new.created_by is not null and new.progress is distinct from old.progress)
  execute function :schema.tell_media_progress();
