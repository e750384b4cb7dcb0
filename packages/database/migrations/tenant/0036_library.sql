-- The library: what creators find, sort and take out again. Numbers of a category are counted when they are asked
-- for, from an index that holds nothing else (a few milliseconds for 50,000 files): a row of counters would be locked
-- by every job that settles a file and by every post that is changed, in no common order.

alter table :schema.media
  -- Sent to 'Preview'. What shows a post stands there as well, without this.
  add column is_preview boolean not null default false,
  -- The bytes are gone. Until then a file that was taken out is kept for the posts that hold it.
  add column purged_at timestamptz,
  add constraint only_what_was_taken_out_is_purged check (purged_at is null or deleted_at is not null);

create index media_in_library on :schema.media (created_at desc, id desc) where deleted_at is null and state <> 'waiting';
create index media_of_kind_in_library on :schema.media (kind, created_at desc, id desc) where deleted_at is null and state <> 'waiting';
create index media_of_category_in_library on :schema.media (category_id, created_at desc, id desc)
  where deleted_at is null and state <> 'waiting' and category_id is not null;
create index media_counted on :schema.media (category_id, kind, state, is_preview, id) where deleted_at is null and state <> 'waiting';
create index media_sent_to_preview on :schema.media (id) where is_preview;
create index media_to_purge on :schema.media (deleted_at) where deleted_at is not null and purged_at is null;
create index previews_of_posts on :schema.post_media (media_id) where is_preview;

-- Files are found by the beginnings of words: of their names, and of the posts that hold them.
create index media_by_words on :schema.media
  using gin (to_tsvector('pg_catalog.simple'::regconfig, translate(file_name, '@._+-/', '      ')));
create index posts_by_words on :schema.posts
  using gin (to_tsvector('pg_catalog.simple'::regconfig, translate(title || ' ' || caption, '@._+-/', '      ')));
