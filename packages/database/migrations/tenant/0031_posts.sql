-- The feed. How far a post's media have come is counted on the post in the transaction that settles
-- a medium, so that the feed is one walk along one index.

create table :schema.posts (
  id uuid primary key,
  serial integer generated always as identity,
  title text not null default '',
  caption text not null,
  visibility text not null check (visibility in ('locked', 'private', 'public')),
  amount_minor bigint,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  private_blur boolean not null,
  caption_blur boolean not null,
  publish_at timestamptz not null,
  photo_count integer not null check (photo_count between 1 and 45),
  media_waiting integer not null default 0 check (media_waiting >= 0),
  media_failed integer not null default 0 check (media_failed >= 0),
  likes_count integer not null default 0 check (likes_count >= 0),
  -- The true author, also where staff act for somebody.
  created_by uuid references :schema.users (id) on delete set null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  deleted_by uuid references :schema.users (id) on delete set null,
  -- Name and digest of what was declared for the site; null for posts of people.
  source_key text,
  source_hash text,
  constraint locked_posts_have_a_price check ((visibility = 'locked') = (amount_minor is not null)),
  constraint prices_are_above_zero check (amount_minor > 0),
  constraint one_post_a_source unique (source_key)
);
create index posts_in_feed on :schema.posts (publish_at desc, id desc)
  where deleted_at is null and media_waiting = 0 and media_failed = 0;
create index posts_of_staff on :schema.posts (publish_at desc, id desc) where deleted_at is null;
create index posts_unfinished on :schema.posts (id) where deleted_at is null and (media_waiting > 0 or media_failed > 0);

create table :schema.post_media (
  post_id uuid not null references :schema.posts (id) on delete cascade,
  media_id uuid not null references :schema.media (id),
  position integer not null check (position between 0 and 44),
  -- Shown to those who have not paid.
  is_preview boolean not null default false,
  primary key (post_id, is_preview, position),
  constraint one_place_a_picture unique (post_id, is_preview, media_id),
  constraint one_preview_a_post check (not is_preview or position = 0)
);
create index posts_of_media on :schema.post_media (media_id);

create table :schema.feed_tags (
  id uuid primary key,
  name text not null,
  slug text not null check (slug <> ''),
  created_at timestamptz not null,
  constraint one_tag_a_slug unique (slug)
);

create table :schema.post_tags (
  post_id uuid not null references :schema.posts (id) on delete cascade,
  tag_id uuid not null references :schema.feed_tags (id) on delete cascade,
  -- Of the post: the feed of a tag is one walk along an index too.
  publish_at timestamptz not null,
  primary key (post_id, tag_id)
);
create index posts_of_tag on :schema.post_tags (tag_id, publish_at desc, post_id desc);

create table :schema.post_likes (
  post_id uuid not null references :schema.posts (id) on delete cascade,
  user_id uuid not null references :schema.users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (post_id, user_id)
);
create index likes_of_user on :schema.post_likes (user_id);

-- A call that was sent twice is done once. `subject_id` is what it made.
create table :schema.idempotency_keys (
  user_id uuid not null references :schema.users (id) on delete cascade,
  call text not null,
  key text not null,
  request_hash text not null,
  subject_id uuid not null,
  created_at timestamptz not null,
  primary key (user_id, call, key)
);
create index idempotency_keys_by_age on :schema.idempotency_keys (created_at);
