-- Feeds are read from memory as long as nothing changed in them. Each statement that changes what posts look like to everybody
-- leaves a row here, in its own transaction, and which rows there are says which posts there are. Rows are only added: two
-- who post at once don't wait for each other, as they would for one row that counts. Counts of likes and comments are not
-- told, they are read each time.

create table :schema.post_changes (
  id bigint generated always as identity primary key,
  -- So that rows which a restore takes away and others that get their numbers are never taken for the same. Twelve digits: one
  -- of thirteen and more looks like a card's number, which is looked for wherever rows are kept.
  mark bigint not null default pg_catalog.floor(pg_catalog.random() * 1e12)::bigint
);

create function :schema.note_post_change() returns trigger
  language plpgsql set search_path = ''
  as $$
  declare
    mine bigint;
  begin
    insert into :schema.post_changes default values returning id into mine;
    -- Now and then those before the last are taken away, where nobody else does it at this moment.
    if mine % 64 = 0 then
      delete from :schema.post_changes
        where id in (select id from :schema.post_changes where id < mine - 64 order by id for update skip locked);
    end if;
    return null;
  end $$;

create trigger note_post_change after insert or delete or update of
    title, caption, visibility, amount_minor, currency, private_blur, caption_blur, publish_at, photo_count, video_count,
    media_waiting, media_failed, created_by, created_at, deleted_at, deleted_by, category_id, reuse_of, replaced_at,
    show_content_length, show_media_count, edited_at, source_key, source_hash
  on :schema.posts for each statement execute function :schema.note_post_change();
create trigger note_post_change after insert or delete or update
  on :schema.post_media for each statement execute function :schema.note_post_change();
-- A medium that is new is on no post yet.
create trigger note_post_change after delete or update of
    kind, state, error_code, file_name, original_random, private_random, public_random, size, width, height, thumbhash,
    dominant_color, variants, rotation, blur_round, duration_ms, film, category_id, deleted_at, purged_at, is_preview, deleted_by, trailer_of, trailer_start_ms
  on :schema.media for each statement execute function :schema.note_post_change();
create trigger note_post_change after insert or delete or update
  on :schema.post_tags for each statement execute function :schema.note_post_change();
create trigger note_post_change after delete or update
  on :schema.feed_tags for each statement execute function :schema.note_post_change();
create trigger note_post_change after delete or update
  on :schema.media_categories for each statement execute function :schema.note_post_change();
