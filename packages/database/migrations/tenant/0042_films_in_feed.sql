-- The feed of posts with films alone: on a site of many pictures and few films the walk read every post there is.
create index posts_with_films_in_feed on :schema.posts (publish_at desc, id desc) include (reuse_of, replaced_at)
  where deleted_at is null and media_waiting = 0 and media_failed = 0 and video_count > 0;
