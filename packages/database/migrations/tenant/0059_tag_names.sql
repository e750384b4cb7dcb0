-- One tag a name: those that were declared with a slug of their own were made a second time when they were picked by name.
-- What stands on the second moves to the first.

with known as (
  select id, first_value(id) over (partition by lower(btrim(name)) order by created_at, id) as first_id from :schema.feed_tags
)
insert into :schema.post_tags (post_id, tag_id, publish_at)
  select pt.post_id, known.first_id, pt.publish_at from :schema.post_tags pt join known on known.id = pt.tag_id where known.first_id <> known.id
  on conflict (post_id, tag_id) do nothing;

delete from :schema.feed_tags t using (
  select id, first_value(id) over (partition by lower(btrim(name)) order by created_at, id) as first_id from :schema.feed_tags
) known where known.id = t.id and known.first_id <> known.id;

create unique index one_tag_a_name on :schema.feed_tags (lower(btrim(name)));
