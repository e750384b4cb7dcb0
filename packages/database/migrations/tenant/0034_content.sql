-- Films beside photos, categories of the library, and what a post knows of its versions.

create table :schema.media_categories (
  id uuid primary key,
  name text not null check (name <> ''),
  -- The lower-case trimmed name.
  slug text not null check (slug not in ('', 'all media', 'preview')),
  created_by uuid references :schema.users (id) on delete set null,
  created_at timestamptz not null,
  deleted_at timestamptz
);
create unique index one_category_a_name on :schema.media_categories (slug) where deleted_at is null;

alter table :schema.media drop constraint media_kind_check;
alter table :schema.media
  add constraint media_kind_check check (kind in ('photo', 'video')),
  -- Clockwise, on top of what the file itself says.
  add column rotation smallint not null default 0 constraint rotations_are_quarters check (rotation in (0, 90, 180, 270)),
  -- Each time the blur is made anew.
  add column blur_round integer not null default 0,
  add column duration_ms integer,
  -- { renditions, mp4, sprite }: what was made of a film besides its poster, whose sizes are the variants.
  add column film jsonb,
  -- Percent, while a film is made.
  add column progress smallint constraint progress_is_percent check (progress between 0 and 100),
  add column category_id uuid references :schema.media_categories (id) on delete set null,
  add column deleted_at timestamptz,
  add column deleted_by uuid references :schema.users (id) on delete set null,
  add constraint films_have_a_length check (kind = 'photo' or state <> 'ready' or (duration_ms > 0 and film is not null));
create index media_in_category on :schema.media (category_id) where category_id is not null;

alter table :schema.posts drop constraint posts_photo_count_check;
alter table :schema.posts
  add column video_count integer not null default 0,
  add constraint posts_hold_one_to_45_media check (photo_count >= 0 and video_count >= 0 and photo_count + video_count between 1 and 45),
  add column comments_count integer not null default 0 constraint comments_are_counted check (comments_count >= 0),
  add column category_id uuid references :schema.media_categories (id) on delete set null,
  -- The first version of a post that was published again; all its versions name it, the first itself does not.
  add column reuse_of uuid references :schema.posts (id) on delete set null,
  -- A later version took its place in the feed.
  add column replaced_at timestamptz,
  -- Shown on the locked card.
  add column show_content_length boolean not null default true,
  add column show_media_count boolean not null default true,
  add column edited_at timestamptz;
create index versions_of_post on :schema.posts (reuse_of) where reuse_of is not null;
